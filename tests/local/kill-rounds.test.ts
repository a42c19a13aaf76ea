import { expect, it } from 'vitest';
import { openTable, type Table } from '../../functions/platform/table/table.ts';
import { tokenOf } from '../support/api/members.ts';
import { seeded } from '../support/seeded.ts';
import { sized } from '../support/sizes.ts';
import { localAws } from '../support/table/dynamo.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { kill, processesOf, started } from './started.ts';

const ROUNDS = sized(2, 30);
const WRITERS = 3;
Object.assign(process.env, localAws);

const bunny = {
  username: 'bunny',
  email: 'bunny@asiagraphics.example',
  gender: 'prefer_not_to_say',
  country: 'Hong Kong',
  title: 'Dr.',
  ...{ education: '', phone: '', birth: '', address: '', homepage: '', description: '' },
};

/** Writes one after the other, counting acknowledged ones, until an error, such as a kill. */
function writer(write: (number: number) => Promise<void>, from = 0) {
  const state = { acknowledged: from, begun: from };
  const ended = (async () => {
    for (;;) {
      state.begun += 1;
      await write(state.begun);
      state.acknowledged = state.begun;
    }
  })().catch(() => undefined);
  return { state, ended };
}

const key = (writerName: string, number: number) => ({
  pk: `TEST#${writerName}`,
  sk: String(number),
});

const countOf = async (table: Table, writerName: string, upTo: number): Promise<number> => {
  let found = 0;
  for (let number = 1; number <= upTo; number += 1) {
    const { Item } = await table.call('GetItem', { Key: key(writerName, number), ConsistentRead: true });
    if (Item) found += 1;
  }
  return found;
};

it(`${ROUNDS} rounds of kill -9 while members and records are written lose nothing that was acknowledged`, async () => {
  const random = seeded(14);
  const folder = temporaryFolder();
  const lost: string[] = [];
  let acknowledged = 0;
  let product = await started(folder);
  // The output when it is ready, without the log that follows.
  const facts = () => product.output.out.split('\n{')[0]?.trim();
  const factsAtFirst = facts();
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const [, password = ''] = / bunny +([\w-]{14})$/m.exec(product.output.out) ?? [];
  const token = await tokenOf(product.url, 'bunny', password);

  for (let round = 1, stored = 0; round <= ROUNDS; round += 1) {
    const table = openTable('asiagraphics', { endpoint: product.running.databaseEndpoint });
    const profile = writer(
      (number) =>
        call('PUT', '/userinfo', { ...bunny, affiliation: `${number} Teapot Road` }).then(() => undefined),
      stored,
    );
    const names = Array.from({ length: WRITERS }, (_, place) => `${round}-${place}`);
    const writers = names.map((name) =>
      writer(async (number) => void (await table.call('PutItem', { Item: key(name, number) }))),
    );
    const writes = 20 + Math.floor(random() * 200);
    const sum = () => writers.reduce((all, each) => all + each.state.acknowledged, 0);
    await until(() => sum() >= writes && profile.state.acknowledged > stored);

    // In turn the product itself, its database, and both at once.
    const database = processesOf(folder).filter(({ command }) => !command.startsWith('guard'));
    const victims = [[product.child.pid], database.map((each) => each.processId)];
    const chosen = round % 3 === 0 ? victims.flat() : (victims[round % 2] ?? []);
    // Its guard may end the database before it is its turn.
    for (const victim of chosen) kill(victim ?? 0);
    await Promise.all([...writers, profile].map(({ ended }) => ended));
    await product.ended;
    await until(() => processesOf(folder).length === 0);

    product = await started(folder);
    expect(facts()).toBe(factsAtFirst);
    const records = openTable('asiagraphics', { endpoint: product.running.databaseEndpoint });
    for (const [place, name] of names.entries()) {
      const expected = writers[place]?.state.acknowledged ?? 0;
      const found = await countOf(records, name, expected);
      if (found !== expected) lost.push(`round ${round}: ${expected - found} of ${expected} records`);
      acknowledged += expected;
    }
    acknowledged += profile.state.acknowledged - stored;
    // The session is still valid, and the profile is as last acknowledged, or as it was being written.
    const { data } = await call('GET', '/userinfo');
    stored = Number(/^\d+/.exec(data.affiliation)?.[0] ?? 0);
    if (stored < profile.state.acknowledged || stored > profile.state.begun)
      lost.push(`profile ${profile.state.acknowledged}, found ${stored}`);
  }
  console.log(`${ROUNDS} rounds of kill -9: ${acknowledged} writes acknowledged, ${lost.length} lost`);
  expect(lost).toEqual([]);
});
