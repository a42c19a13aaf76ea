import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startDatabase } from '../../infra/local/database.ts';
import { freePort } from '../../infra/local/free-port.ts';

const host = '127.0.0.1';

it('the database uses the first address that is free, and says why it does not start if none is', async () => {
  const taken = { host, port: await freePort() };
  const server = createServer().listen(taken.port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const port = await freePort();
  const database = await startDatabase(undefined, [taken, { host: '192.0.2.1', port }, { host, port }]);
  onTestFinished(database.stop);
  expect(database.endpoint).toBe(`http://${host}:${port}`);
  await expect(startDatabase(undefined, [taken])).rejects.toThrow(
    /^The local database didn't start: .*in use/i,
  );
});
