import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { listen } from './listen.ts';

/** The commands of IMAP that a search takes, over emails that others receive. @param recipients those of each email */
export async function startImap(recipients: () => Promise<string[][]>) {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK ready\r\n');
    createInterface(socket).on('line', async (line) => {
      commands.push(line.replace(/^\w+ /, ''));
      const [, tag, command, to] = /^(\w+) (\w+)(?:.* TO "(.*)")?/.exec(line) ?? [];
      if (line.includes('wrong')) return socket.write(`${tag} NO [AUTHENTICATIONFAILED]\r\n`);
      if (command === 'UID') {
        const found = (await recipients()).flatMap((all, index) =>
          all.includes(to ?? '') ? [index + 1] : [],
        );
        socket.write(`* SEARCH ${found.join(' ')}\r\n`);
      }
      return socket.write(`${tag} OK ${command} completed\r\n`);
    });
  });
  const port = await listen(server);
  return {
    address: (password = 'p"w') =>
      `imap://mailbox%40example.org:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    commands,
  };
}
