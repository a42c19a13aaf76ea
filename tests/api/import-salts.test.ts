import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { findSaltForms } from '../../functions/members/repository.ts';
import { countSaltForms } from '../../functions/members/salt-forms.ts';
import { network } from '../support/api/api.ts';
import { startImporting } from '../support/api/importing.ts';
import { hashed, PASSWORD } from '../support/api/make.ts';

let api: Awaited<ReturnType<typeof startImporting>>;
beforeEach(async () => {
  api = await startImporting();
});

const hex = (n: number) => createHash('sha256').update(`salt ${n}`).digest('hex');
const base64 = (n: number, length: number) => Buffer.from(hex(n), 'hex').toString('base64').slice(0, length);
const base36 = (n: number) => BigInt(`0x${hex(n)}`).toString(36);
const uuid = (n: number) =>
  hex(n).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, (_, a, b, c, d, e) =>
    [a, b, `4${c}`, `${'89ab'.charAt(Number.parseInt(a, 16) % 4)}${d}`, e].join('-'),
  );
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const forms: [form: RegExp, salt: (n: number) => string][] = [
  [/^[\da-z]{8}$/, (n) => base36(n).slice(4, 12)],
  [/^[\da-f]{32}$/, (n) => hex(n).slice(0, 32)],
  [/^[A-Za-z\d+/]{20}$/, (n) => base64(n, 20)],
  [/^[A-Za-z\d+/]{21}[AQgw]==$/, (n) => Buffer.from(hex(n).slice(0, 32), 'hex').toString('base64')],
];
const MEMBERS = 36;
const ofMembers = (salt: (n: number) => string) => Array.from({ length: MEMBERS }, (_, n) => salt(n));
const importSalts = async (name: string, salts: string[]) => {
  const rows = salts.map((salt, n) => `${name}${n}@example.org,A,B,${salt},${hashed(PASSWORD, salt)}`);
  const { job } = await api.check(['Email,First name,Last name,Old salt,Old hash', ...rows].join('\n'));
  expect(await api.apply(job.id)).toMatchObject({ state: 'done', added: salts.length });
};

const strangers = Array.from({ length: 100 }, (_, n) => `stranger${n}@example.com`);
let asked = 0;
const decoys = (usernames = strangers): Promise<string[]> =>
  Promise.all(
    usernames.map(async (username) => {
      asked += 1;
      return (await api.post('/auth/getSalt', { username }, network(asked))).body.salt;
    }),
  );
const changes = (before: string[], after: string[]) => after.filter((salt, n) => salt !== before[n]);
const count = (salts: string[], form: RegExp) => salts.filter((salt) => form.test(salt)).length;
const expectWithin = (value: number, least: number, most: number) => {
  expect(value).toBeGreaterThan(least);
  expect(value).toBeLessThan(most);
};

it('the salts of an old site have decoys of the same forms, as frequent as among members, which later imports leave alone', async () => {
  const before = await decoys();
  await importSalts(
    'old',
    forms.flatMap(([, salt]) => ofMembers(salt)),
  );
  expect((await api.signIn('old1', PASSWORD)).status).toBe(200);
  expect((await api.operator.findMember('old1')).passwordHash).toMatch(/^\$argon2id\$/);
  const first = await decoys();
  expect(await decoys(strangers.slice(0, 20))).toEqual(first.slice(0, 20));
  for (const [form] of forms) expectWithin(count(first, form), 12, 38);
  // Few members have a salt of our own, and so have few strangers, who keep theirs.
  const others = first.filter((salt) => !forms.some(([form]) => form.test(salt)));
  expect(others.length).toBeLessThan(6);
  expect(before).toEqual(expect.arrayContaining(others));

  await importSalts('more', ofMembers(uuid));
  const second = await decoys();
  const changed = changes(first, second);
  expectWithin(changed.length, 8, 32);
  expect(count(changed, UUID)).toBe(changed.length);

  // Half of the salts of the third form have neither + nor /. They are no form of their own.
  expect(Object.keys(await findSaltForms(api.context))).toHaveLength(forms.length + 2);
  await countSaltForms(api.grantedTo('do-nightly-work'));
  // The administrator's own salt is the test's, of a form that the night finds.
  expect(changes(second, await decoys()).length).toBeLessThan(5);
});

it('are counted by the narrowest form that they fit, each night the same', async () => {
  const hexadecimal = ofMembers((n) => hex(n).slice(0, 12));
  const letters = ofMembers((n) => base64(n, 12).replaceAll(/[+/]/g, 'x'));
  await importSalts('old', [...hexadecimal, ...letters]);
  for (let night = 0; night < 4; night += 1) {
    expect(await findSaltForms(api.context)).toMatchObject({ '0123456789abcdef*12': MEMBERS });
    await countSaltForms(api.grantedTo('do-nightly-work'));
  }
});
