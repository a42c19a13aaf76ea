import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';

/** A mailbox that new emails are looked for in. */
export interface Mailbox {
  /** Begins before the email is caused; the returned function resolves to whether one to the address has come in time. */
  watch(address: string): Promise<() => Promise<boolean>>;
  limitMs: number;
}

const POLL_MS = 5000;
const SECURE_PORT = 993;
const PLAIN_PORT = 143;

/** @param address `imaps://USER:PASSWORD@HOST`; `imap:` is for tests, because the password isn't encrypted there. */
export function openMailbox(address: string, { limitMs = 180_000, pollMs = POLL_MS } = {}): Mailbox {
  const url = new URL(address);
  return {
    limitMs,
    async watch(recipient) {
      const before = new Set(await search(url, recipient));
      return async () => {
        for (let waited = 0; waited < limitMs; waited += pollMs) {
          if ((await search(url, recipient)).some((id) => !before.has(id))) return true;
          await wait(pollMs);
        }
        return false;
      };
    },
  };
}

/** The unique identifiers of the emails to an address in the inbox, which stay as they are. */
async function search(
  { protocol, hostname, port, username, password }: URL,
  to: string,
): Promise<readonly number[]> {
  const secure = protocol !== 'imap:';
  const client = new ImapFlow({
    host: hostname,
    port: Number(port || (secure ? SECURE_PORT : PLAIN_PORT)),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  });
  // Errors also reject what is being waited for; one that nobody listens to would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.mailboxOpen('INBOX', { readOnly: true });
    const found = await client.search({ to }, { uid: true });
    await client.logout();
    return found || [];
  } catch (cause) {
    client.close();
    throw new Error(`The mailbox at ${hostname} can't be read: ${reasonOf(cause)}. Check SMOKE_MAILBOX.`, {
      cause,
    });
  }
}

/** The server's own words, where it gave some. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'responseText' in cause && cause.responseText ? String(cause.responseText) : cause.message;
}
