import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';

/** A mailbox that new emails are looked for in. */
export interface Mailbox {
  /** Begins before the email is caused; the returned function resolves to whether one to the address has come in time. */
  watch(address: string): Promise<() => Promise<boolean>>;
  limitMs: number;
}

const POLL_MS = 5000;

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

/** The unique identifiers of the emails to an address, in four commands of IMAP4rev1 (RFC 3501, section 6). */
async function search({ protocol, hostname, port, username, password }: URL, to: string): Promise<string[]> {
  const socket =
    protocol === 'imap:'
      ? connect({ host: hostname, port: Number(port || 143) })
      : connectSecurely({ host: hostname, port: Number(port || 993), servername: hostname });
  try {
    await once(socket, protocol === 'imap:' ? 'connect' : 'secureConnect');
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    await lines.next();
    let count = 0;
    const send = async (command: string): Promise<string[]> => {
      const tag = `a${++count}`;
      socket.write(`${tag} ${command}\r\n`);
      const untagged: string[] = [];
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        if (!next.value.startsWith(`${tag} `)) untagged.push(next.value);
        else if (next.value.startsWith(`${tag} OK`)) return untagged;
        else break;
      }
      throw new Error(`The mailbox at ${hostname} rejects ${command.split(' ')[0]}. Check SMOKE_MAILBOX.`);
    };
    await send(`LOGIN ${quoted(decodeURIComponent(username))} ${quoted(decodeURIComponent(password))}`);
    await send('EXAMINE INBOX');
    const found = await send(`UID SEARCH TO ${quoted(to)}`);
    await send('LOGOUT');
    return found.flatMap((line) => /^\* SEARCH(.*)$/.exec(line)?.[1]?.match(/\d+/g) ?? []);
  } finally {
    socket.destroy();
  }
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
