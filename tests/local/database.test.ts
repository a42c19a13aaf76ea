import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { ensureTable, startDatabase } from '../../infra/local/database.ts';
import { freePort } from '../../infra/local/free-port.ts';

async function takenPort(): Promise<number> {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return port;
}
const host = '127.0.0.1';
const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

it.each([
  ['127.0.0.1', true],
  ['[::1]', hasIpv6],
])('the database uses %s if the addresses before it are in use or missing', async (free, isHere) => {
  if (!isHere) return;
  const port = await freePort();
  const taken = [
    { host, port: await takenPort() },
    { host: '192.0.2.1', port },
  ];
  const database = await startDatabase(undefined, [...taken, { host: free, port }]);
  onTestFinished(database.stop);
  expect(database.endpoint).toBe(`http://${free}:${port}`);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: database.endpoint, region: 'ap-southeast-1', credentials });
  await ensureTable('members', client);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'members' }));
  expect(Table?.TableName).toBe('members');
});

it('the database says why it does not start if no address is free', async () => {
  await expect(startDatabase(undefined, [{ host, port: await takenPort() }])).rejects.toThrow(
    /^The local database didn't start: .*in use/i,
  );
});
