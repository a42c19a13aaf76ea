import { describe, expect, it } from 'vitest';
import { readRows, writeRows } from '../../../functions/platform/table/rows.ts';
import { openTable } from '../../../functions/platform/table/table.ts';
import { insert } from '../../../functions/platform/table/writes.ts';
import { between, type Call } from '../../support/between.ts';
import { freshTable } from '../../support/table/dynamo.ts';

const table = await freshTable();

const Key = { pk: 'TEAPOT', sk: 'LID' };

/** A table whose calls get these replies in turn, the last one repeatedly, and which counts them. */
async function meeting(...replies: ((passing: Call) => unknown)[]) {
  const seen: Call[] = [];
  const endpoint = await between(async (passing) => {
    seen.push(passing);
    await replies[Math.min(seen.length, replies.length) - 1]?.(passing);
  });
  return { seen, table: openTable(table.name, { endpoint, replyMs: 1000 }) };
}
const passes = async ({ pass }: Call) => (await pass())();

it('rows that a busy table returns are requested again, and are an error if it keeps returning them', async () => {
  const returns =
    (what: string) =>
    ({ body, response }: Call) =>
      response.end(JSON.stringify({ [what]: JSON.parse(body).RequestItems }));
  const row = { pk: 'BUSY', sk: 'LID' };
  const replies = [returns('UnprocessedItems'), passes, returns('UnprocessedKeys'), passes];
  const busy = await meeting(...replies);
  await writeRows(busy.table, [row]);
  expect(await readRows(busy.table, [row])).toEqual([row]);
  const bodies = busy.seen.map(({ body }) => body);
  expect(bodies.map((body) => bodies.indexOf(body))).toEqual([0, 0, 2, 2]);
  const busier = await meeting(returns('UnprocessedItems'));
  await expect(writeRows(busier.table, [row])).rejects.toThrow('too busy for 1 rows');
});

describe('a call is retried', () => {
  it.each<[string, (passing: Call) => unknown]>([
    ['cut off before the reply', ({ response }) => response.destroy()],
    ['not answered in time', () => {}],
  ])('after %s', async (_what, reply) => {
    const { seen, table: met } = await meeting(reply, passes);
    expect((await met.call('GetItem', { Key })).Item).toBeUndefined();
    expect(seen).toHaveLength(2);
  });

  it('as one call if it is a transaction', async () => {
    const { seen, table: met } = await meeting(async ({ pass, response }) => {
      await pass();
      response.destroy();
    }, passes);
    expect(await met.commit([insert('row', { pk: 'TEAPOT', sk: 'ONCE' })])).toEqual([]);
    expect(seen).toHaveLength(2);
  });

  it('at most four times', async () => {
    const fault = { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'No.' };
    const { seen, table: met } = await meeting(({ response }) =>
      response.writeHead(500).end(JSON.stringify(fault)),
    );
    await expect(met.call('GetItem', { Key })).rejects.toMatchObject({ name: 'InternalServerError' });
    expect(seen).toHaveLength(4);
  });
});
