import { beforeAll, describe, expect, it } from 'vitest';
import { withDeadline } from '../../../functions/platform/deadline.ts';
import { queryAll, readRows } from '../../../functions/platform/table/rows.ts';
import {
  openTable,
  rowInTheWay,
  type Table,
  type TableWrite,
} from '../../../functions/platform/table/table.ts';
import { expectValues, insert, remove, update } from '../../../functions/platform/table/writes.ts';
import { between, type Call } from '../../support/between.ts';
import { allRows, freshTable } from '../../support/table/dynamo.ts';

let table: Table;
beforeAll(async () => {
  table = await freshTable();
});

const Key = { pk: 'TEAPOT', sk: 'LID' };
const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (cause) => cause,
  );

describe('rows', () => {
  it('are read as they were written, also by Amazon’s own client', async () => {
    const row = {
      pk: 'BUNNY',
      sk: '王小明 👩‍🚀 "\\\n\u0000',
      empty: '',
      numbers: [0, -0.5, 1e-7, Number.MAX_SAFE_INTEGER],
      nested: { truth: true, lie: false, nothing: null, list: [], none: {} },
    };
    await table.call('PutItem', { Item: { ...row, absent: undefined } });
    const found = await table.call('GetItem', { Key: { pk: row.pk, sk: row.sk } });
    expect(found.Item).toEqual(row);
    expect((await allRows(table)).find(({ pk }) => pk === 'BUNNY')).toEqual(row);
  });

  it('of a query are read page by page', async () => {
    const text = 'x'.repeat(300_000);
    for (let n = 0; n < 5; n += 1) {
      await table.call('PutItem', { Item: { pk: 'PAGES', sk: String(n), text } });
    }
    const sortKeys = [];
    for await (const { sk } of queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'PAGES' },
    })) {
      sortKeys.push(sk);
    }
    expect(sortKeys).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('a write with a condition', () => {
  const lid = { pk: 'CONDITIONS', sk: 'LID', size: 1 };
  const known = { pk: lid.pk, sk: lid.sk };
  const missing = { pk: lid.pk, sk: 'NONE' };
  beforeAll(() => table.call('PutItem', { Item: lid }));

  it.each<[what: string, write: (key: typeof missing, expected: Record<string, unknown>) => TableWrite]>([
    ['a change', (key, expected) => update('row', key, { size: 1 }, expected)],
    ['a change without values', (key, expected) => update('row', key, {}, expected, ['spout'])],
    ['a check', (key, expected) => expectValues('row', key, expected)],
    ['a removal', (key, expected) => remove('row', key, expected)],
  ])('%s needs the row with these values, and without those that are undefined', async (_what, write) => {
    const failures = async (key: typeof missing, expected: Record<string, unknown>) =>
      (await table.commit([write(key, expected)])).map(({ label }) => label);
    for (const expected of [{}, { spout: undefined }])
      expect(await failures(missing, expected)).toEqual(['row']);
    for (const expected of [{ size: undefined }, { size: 2 }, { size: 1, pk: undefined }])
      expect(await failures(known, expected)).toEqual(['row']);
    for (const expected of [{}, { spout: undefined }, { size: 1, spout: undefined }]) {
      expect(await failures(known, expected)).toEqual([]);
      await table.call('PutItem', { Item: lid });
    }
  });
});

describe('an error of DynamoDB', () => {
  const spout = { pk: 'TEAPOT', sk: 'SPOUT', size: 1 };
  const again = (TableName = table.name) => ({
    TableName,
    Item: spout,
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  });
  beforeAll(() => table.call('PutItem', { Item: spout }));

  it('has the existing row if requested', async () => {
    expect(rowInTheWay(await failure(table.call('PutItem', again())))).toEqual(spout);
    const { ReturnValuesOnConditionCheckFailure, ...silently } = again();
    expect(rowInTheWay(await failure(table.call('PutItem', silently)))).toBeUndefined();
    const other = new Error('another fault');
    expect(() => rowInTheWay(other)).toThrow(other);
  });

  it('of a transaction says which writes failed, and why', async () => {
    const writes = ['BODY', 'SPOUT'].map((sk) => insert('row', { pk: 'TEAPOT', sk }));
    expect(await table.commit(writes)).toEqual([{ label: 'row', item: spout }]);
    expect((await table.call('GetItem', { Key: { pk: 'TEAPOT', sk: 'BODY' } })).Item).toBeUndefined();
  });

  it('takes a transaction of 100 writes, and refuses a longer one before it asks', async () => {
    const inserts = (label: string, count: number) =>
      Array.from({ length: count }, (_, index) => insert(label, { pk: 'PARTS', sk: `${label} ${index}` }));
    expect(await table.commit(inserts('part', 100))).toEqual([]);
    const { seen, table: met } = await meeting();
    await expect(met.commit([...inserts('screw', 100), ...inserts('nut', 1)])).rejects.toThrow(
      'A transaction has at most 100 writes, not 101: screw, nut',
    );
    expect(seen).toEqual([]);
  });
});

/** A table whose calls get these replies in turn, the last one repeatedly, and which counts them. */
async function meeting(...replies: ((passing: Call) => unknown)[]) {
  const seen: Call[] = [];
  const endpoint = await between(async (passing) => {
    seen.push(passing);
    await replies[Math.min(seen.length, replies.length) - 1]?.(passing);
  });
  return { seen, endpoint, table: openTable(table.name, { endpoint, replyMs: 1000 }) };
}
const says =
  (status: number, body: object | string) =>
  ({ response }: Call) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
const refuses = (status: number, code: string, fields: object = {}) =>
  says(status, { __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: 'No.', ...fields });
const passes = async ({ pass }: Call) => (await pass())();

describe('a call is retried', () => {
  it.each<[string, (passing: Call) => unknown]>([
    ['throttled', refuses(400, 'ProvisionedThroughputExceededException')],
    ['still under way', refuses(400, 'TransactionInProgressException')],
    ['met by a fault', refuses(500, 'InternalServerError')],
    ['met by something in between', says(503, '<html>Service Unavailable</html>')],
    ['cut off before the reply', ({ response }) => response.destroy()],
    [
      'cut off in the reply',
      ({ response }) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"Item"');
        response.socket?.end();
      },
    ],
    ['not answered in time', () => {}],
    ['answered in drops', ({ response }) => void response.writeHead(200).write('{')],
  ])('after %s', async (_what, reply) => {
    const { seen, table: met } = await meeting(reply, passes);
    expect((await met.call('GetItem', { Key })).Item).toBeUndefined();
    expect(seen).toHaveLength(2);
    expect(seen[1]?.body).toBe(seen[0]?.body);
  });

  it('if an open connection falls silent', async () => {
    const { seen, table: met } = await meeting(passes, () => {}, passes);
    await met.call('GetItem', { Key });
    expect((await met.call('GetItem', { Key })).Item).toBeUndefined();
    expect(seen).toHaveLength(3);
  });

  it('at most four times', async () => {
    const { seen, table: met } = await meeting(refuses(500, 'InternalServerError'));
    expect(await failure(met.call('GetItem', { Key }))).toMatchObject({ name: 'InternalServerError' });
    expect(seen).toHaveLength(4);
  });

  it('and finally fails without a reply', async () => {
    const { table: met } = await meeting(({ response }) => response.destroy());
    expect(await failure(met.call('GetItem', { Key }))).toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    [400, 'ConditionalCheckFailedException'],
    [400, 'ValidationException'],
    [400, 'AccessDeniedException'],
    [400, 'ResourceNotFoundException'],
    [400, 'TransactionCanceledException'],
    [413, 'RequestEntityTooLarge'],
  ])('never after %s %s', async (status, code) => {
    const { seen, table: met } = await meeting(refuses(status, code), passes);
    expect(await failure(met.call('GetItem', { Key }))).toMatchObject({ name: code });
    expect(seen).toHaveLength(1);
  });

  it('as one call if it is a transaction', async () => {
    const { seen, table: met } = await meeting(async ({ pass, response }) => {
      await pass();
      response.destroy();
    }, passes);
    expect(await met.commit([insert('row', { pk: 'TEAPOT', sk: 'ONCE' })])).toEqual([]);
    expect(seen).toHaveLength(2);
  });
});

describe('all calls of a request', () => {
  const limit = { limitMs: 60_000, retries: 10 };
  const throttled = refuses(400, 'ThrottlingException');

  it('have ten retries together', async () => {
    const { seen, table: met } = await meeting(throttled);
    const results = await withDeadline(limit, () =>
      Promise.allSettled(Array.from({ length: 12 }, () => met.call('GetItem', { Key }))),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(seen).toHaveLength(22);
  });

  it('share one budget: calls, batches and transactions', async () => {
    const conflict = refuses(400, 'TransactionCanceledException', {
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
    const { seen, table: met } = await meeting(async (passing) => {
      if (passing.call === 'TransactWriteItems') await conflict(passing);
      else if (passing.call === 'GetItem') await throttled(passing);
      else passing.response.end(JSON.stringify({ UnprocessedKeys: JSON.parse(passing.body).RequestItems }));
    });
    await withDeadline({ ...limit, retries: 4 }, async () => {
      await expect(met.commit([insert('row', { pk: 'TEAPOT', sk: 'ONE' })])).rejects.toThrow();
      await expect(readRows(met, [{ pk: 'TEAPOT', sk: 'ONE' }])).rejects.toThrow('too busy');
      await expect(met.call('GetItem', { Key })).rejects.toMatchObject({ name: 'ThrottlingException' });
    });
    const calls = seen.map(({ call }) => call);
    expect(calls).toEqual([...Array(5).fill('TransactWriteItems'), 'BatchGetItem', 'GetItem']);
  });

  it('end at its deadline, whose error names the last cause', async () => {
    const { table: met } = await meeting(() => {});
    const read = () => met.call('GetItem', { Key });
    const early = await failure(withDeadline({ limitMs: 50, retries: 3 }, read));
    expect([early.name, early.cause]).toEqual(['DeadlineExceeded', undefined]);
    const late = withDeadline({ limitMs: 1500, retries: 3 }, read);
    const cause = { message: expect.stringContaining('1000 ms of inactivity') };
    await expect(late).rejects.toMatchObject({ name: 'DeadlineExceeded', cause });
  });

  it('that are shared with another request end for each at its own deadline', async () => {
    const { seen, table: met } = await meeting(() => {});
    const rows = [{ pk: 'TEAPOT', sk: 'SHARED' }];
    const first = withDeadline({ limitMs: 50, retries: 3 }, () => readRows(met, rows));
    const second = withDeadline(limit, () => readRows(met, rows));
    await expect(first).rejects.toThrow('Not done within 50 ms');
    await expect.poll(() => seen).toHaveLength(1);
    for (const passing of seen) await passes(passing);
    expect(await second).toEqual([undefined]);
  });
});
