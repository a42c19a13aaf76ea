import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { listen } from '../../support/listen.ts';

/** The commands of IMAP that a search takes, over emails that others receive. @param recipients those of each email */
export async function startImap(recipients: () => Promise<string[][]>) {
  const received = new Set<string>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    createInterface(socket).on('line', async (line) => {
      const [, tag, command = '', to] = /^(\w+) (\w+)(?:.* TO "?([^" ]*)"?)?/.exec(line) ?? [];
      received.add(command);
      if (command === 'UID') {
        const found = (await recipients()).flatMap((all, index) =>
          all.includes(to ?? '') ? [index + 1] : [],
        );
        socket.write(`* SEARCH ${found.join(' ')}\r\n`);
      }
      socket.write(untagged[command] ?? '');
      socket.write(`${tag} OK ${command} completed\r\n`);
    });
  });
  const port = await listen(server);
  return {
    address: `imap://mailbox%40example.org:secret@127.0.0.1:${port}`,
    /** Those that it was sent, each once. */
    get commands() {
      return [...received];
    },
  };
}

const untagged: Readonly<Record<string, string>> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n',
  LIST: '* LIST () "/" "INBOX"\r\n',
  EXAMINE: '* 3 EXISTS\r\n* OK [UIDVALIDITY 1] ready\r\n* OK [UIDNEXT 4] ready\r\n',
  LOGOUT: '* BYE\r\n',
};
