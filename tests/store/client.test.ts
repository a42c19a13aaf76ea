import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { withDeadline } from '../../functions/deadline/deadline.ts';
import { TableError } from '../../functions/store/calls.ts';
import { fromItem, openTable, type Table, toItem, transact } from '../../functions/store/client.ts';
import { queryAll } from '../../functions/store/reads.ts';
import { readRows } from '../../functions/store/rows.ts';
import { putNew } from '../../functions/store/writes.ts';
import { between, type Passing } from '../support/between.ts';
import { allRows, freshTable } from '../support/dynamo.ts';

let table: Table;
beforeAll(async () => {
  table = await freshTable();
});

const Key = toItem({ pk: 'TEAPOT', sk: 'LID' });
const failure = (promise: Promise<unknown>): Promise<TableError> =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (cause) => {
      expect(cause).toBeInstanceOf(TableError);
      return cause;
    },
  );

describe('rows', () => {
  it('come back as they went, and as Amazon’s client reads them', async () => {
    const row = {
      pk: 'BUNNY',
      sk: '王小明 👩‍🚀 "\\\n\u0000',
      empty: '',
      numbers: [0, -0.5, 1e-7, Number.MAX_SAFE_INTEGER],
      nested: { truth: true, lie: false, nothing: null, list: [], none: {} },
    };
    await table.call('PutItem', { Item: toItem({ ...row, absent: undefined }) });
    const found = await table.call('GetItem', { Key: toItem({ pk: row.pk, sk: row.sk }) });
    expect(found.Item && fromItem(z.looseObject({}), found.Item)).toEqual(row);
    expect((await allRows(table)).find(({ pk }) => pk === 'BUNNY')).toEqual(row);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, new Date(0), 1n, new Set(['a']), () => 1])(
    'hold no %s',
    (value) => {
      expect(() => toItem({ value })).toThrow(TypeError);
    },
  );

  it('of a query come page after page', async () => {
    const text = 'x'.repeat(300_000);
    for (let n = 0; n < 5; n += 1) {
      await table.call('PutItem', { Item: toItem({ pk: 'PAGES', sk: String(n), text }) });
    }
    const sortKeys = [];
    for await (const { sk } of queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toItem({ ':pk': 'PAGES' }),
    })) {
      sortKeys.push(sk?.S);
    }
    expect(sortKeys).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('what DynamoDB refuses', () => {
  it('says its code, and the row in the way', async () => {
    const Item = toItem({ pk: 'TEAPOT', sk: 'SPOUT', size: 1 });
    await table.call('PutItem', { Item });
    const write = table.call('PutItem', {
      Item,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    expect(await failure(write)).toMatchObject({ code: 'ConditionalCheckFailedException', item: Item });
  });

  it('says of a transaction which write failed, and why', async () => {
    await table.call('PutItem', { Item: toItem({ pk: 'TEAPOT', sk: 'HANDLE' }) });
    const writes = ['BODY', 'HANDLE'].map((sk) => putNew(table, { pk: 'TEAPOT', sk }));
    expect(await transact(table, writes)).toEqual([
      { index: 1, item: toItem({ pk: 'TEAPOT', sk: 'HANDLE' }) },
    ]);
    expect((await table.call('GetItem', { Key: toItem({ pk: 'TEAPOT', sk: 'BODY' }) })).Item).toBeUndefined();
  });
});

/** A table whose calls meet these replies in turn; the last again and again. Counts them. */
async function meeting(...replies: ((passing: Passing) => unknown)[]) {
  const seen: Passing[] = [];
  const endpoint = await between(async (passing) => {
    seen.push(passing);
    await replies[Math.min(seen.length, replies.length) - 1]?.(passing);
  });
  const patience = { connect: 1000, reply: 1000 };
  return { seen, endpoint, table: openTable(table.name, { endpoint, patience }) };
}
const says =
  (status: number, body: object | string) =>
  ({ response }: Passing) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
const refuses = (status: number, code: string, fields: object = {}) =>
  says(status, { __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: 'No.', ...fields });
const passes = async ({ pass }: Passing) => (await pass())();

describe('a call is made again', () => {
  it.each<[string, (passing: Passing) => unknown]>([
    ['throttled', refuses(400, 'ProvisionedThroughputExceededException')],
    ['throttled by another name', refuses(400, 'ThrottlingException')],
    ['over the account’s limit', refuses(400, 'RequestLimitExceeded')],
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
    ['answered with half a text', says(200, '{"Item"')],
    ['not answered in time', () => {}],
    ['answered in drops', ({ response }) => void response.writeHead(200).write('{')],
  ])('when it was %s', async (_what, reply) => {
    const { seen, table: met } = await meeting(reply, passes);
    expect(await met.call('GetItem', { Key })).toEqual({});
    expect(seen).toHaveLength(2);
    expect(seen[1]?.body).toBe(seen[0]?.body);
  });

  it('when a connection that was kept falls silent', async () => {
    const { seen, table: met } = await meeting(passes, () => {}, passes);
    await met.call('GetItem', { Key });
    expect(await met.call('GetItem', { Key })).toEqual({});
    expect(seen).toHaveLength(3);
  });

  it('four times at most', async () => {
    const { seen, table: met } = await meeting(refuses(400, 'ThrottlingException'));
    expect(await failure(met.call('GetItem', { Key }))).toMatchObject({ code: 'ThrottlingException' });
    expect(seen).toHaveLength(4);
  });

  it('and says in the end that no reply came', async () => {
    const { table: met } = await meeting(({ response }) => response.destroy());
    const { code, cause } = await failure(met.call('GetItem', { Key }));
    expect(code).toBe('NoReply');
    expect(cause).toMatchObject({ code: 'ECONNRESET' });
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
    expect(await failure(met.call('GetItem', { Key }))).toMatchObject({ code });
    expect(seen).toHaveLength(1);
  });

  it('as one call, where it is a transaction', async () => {
    const { seen, table: met } = await meeting(async ({ pass, response }) => {
      await pass();
      response.destroy();
    }, passes);
    expect(await transact(met, [putNew(table, { pk: 'TEAPOT', sk: 'ONCE' })])).toEqual([]);
    expect(seen).toHaveLength(2);
  });
});

describe('all that a request asks for', () => {
  const limit = { limitMs: 60_000, retries: 10 };
  const throttled = refuses(400, 'ThrottlingException');

  it('is asked again ten times in all, however many calls are refused', async () => {
    const { seen, table: met } = await meeting(throttled);
    const results = await withDeadline(limit, () =>
      Promise.allSettled(Array.from({ length: 500 }, () => met.call('GetItem', { Key }))),
    );
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(seen).toHaveLength(510);
  });

  it('is asked again from one budget, whatever asks: calls, batches and transactions', async () => {
    const conflict = refuses(400, 'TransactionCanceledException', {
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
    const { seen, table: met } = await meeting(async (passing) => {
      if (passing.call === 'TransactWriteItems') await conflict(passing);
      else if (passing.call === 'GetItem') await throttled(passing);
      else passing.response.end(JSON.stringify({ UnprocessedKeys: JSON.parse(passing.body).RequestItems }));
    });
    await withDeadline({ ...limit, retries: 4 }, async () => {
      await expect(transact(met, [putNew(table, { pk: 'TEAPOT', sk: 'ONE' })])).rejects.toThrow();
      await expect(readRows(met, [{ pk: 'TEAPOT', sk: 'ONE' }])).rejects.toThrow('too busy');
      await expect(met.call('GetItem', { Key })).rejects.toThrow('ThrottlingException');
    });
    const calls = seen.map(({ call }) => call);
    expect(calls).toEqual([...Array(5).fill('TransactWriteItems'), 'BatchGetItem', 'GetItem']);
  });

  it('is cut off at its deadline, and the reason names what was waited for', async () => {
    const { table: met } = await meeting(() => {});
    const read = () => met.call('GetItem', { Key });
    const early = withDeadline({ limitMs: 50, retries: 3 }, read);
    await expect(early).rejects.toMatchObject({ name: 'DeadlineExceeded', cause: undefined });
    const late = withDeadline({ limitMs: 1500, retries: 3 }, read);
    const cause = { message: expect.stringContaining('no reply within 1000 ms') };
    await expect(late).rejects.toMatchObject({ name: 'DeadlineExceeded', cause });
  });

  it('and is shared with another request ends for each at its own deadline', async () => {
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

it('waits no longer for a connection than it is told', async () => {
  // A full queue of connections that nobody takes.
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const endpoint = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const silent = openTable(table.name, { endpoint, patience: { connect: 50, reply: 60_000 } });
  expect(await failure(silent.call('GetItem', { Key }))).toMatchObject({
    code: 'NoReply',
    message: expect.stringContaining('no connection within 50 ms'),
  });
});

describe('a signature', () => {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  /** The signature that a call brought, and the one that AWS documents for all of it that arrived. */
  function signatures({ headers, body }: Passing, secret: string) {
    const [, day = '', names = '', brought] =
      /^AWS4-HMAC-SHA256 Credential=AKID\/(\d{8})\/eu-north-1\/dynamodb\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        String(headers['authorization']),
      ) ?? [];
    const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
    const scope = `${day}/eu-north-1/dynamodb/aws4_request`;
    const text = [
      'AWS4-HMAC-SHA256',
      headers['x-amz-date'],
      scope,
      sha256(`POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`),
    ].join('\n');
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
    return { day, names: names.split(';'), brought, documented: hmac(key, text).toString('hex') };
  }

  it('is the one that AWS documents, of what arrives, whoever signs and whatever the day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { seen, endpoint } = await meeting(passes);
    const signing = [
      ['20270228', 'secret'],
      ['20270228', 'other'],
      ['20270301', 'other'],
      ['20270301', 'secret'],
    ] as const;
    let secretAccessKey = '';
    const credentials = async () => ({ accessKeyId: 'AKID', secretAccessKey, sessionToken: 'token' });
    const signed = openTable(table.name, { endpoint, region: 'eu-north-1', credentials });
    for (const [day, secret] of signing) {
      vi.setSystemTime(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T12:00:00Z`);
      secretAccessKey = secret;
      await signed.call('GetItem', { Key });
    }
    expect(seen).toHaveLength(signing.length);
    for (const [index, passing] of seen.entries()) {
      const [day = '', secret = ''] = signing[index] ?? [];
      const { brought, documented, names, ...said } = signatures(passing, secret);
      expect(said).toEqual({ day });
      expect(brought).toBe(documented);
      expect(names).toEqual(
        expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target']),
      );
      expect(passing.headers).toMatchObject({
        'x-amz-security-token': 'token',
        host: new URL(endpoint).host,
      });
    }
  });
});
