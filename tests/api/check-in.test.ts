import { beforeEach, expect, it } from 'vitest';
import { startAdministered } from '../support/api/signed-in.ts';

const conference = { name: 'Models 2026', venue: 'Hong Kong', date: '2–4 March 2026', link: '' };

let api: Awaited<ReturnType<typeof startAdministered>>;
let token: string;
let uid: string;
let memberToken: string;
beforeEach(async () => {
  api = await startAdministered();
  ({ token } = api);
  await api.register({ userName: 'bunny', email: 'bunny@stanford.example' });
  memberToken = (await api.signIn('bunny')).body.token;
  ({ uid } = await api.operator.findMember('bunny'));
});

const at = async (action: string, member: object, fields: object = {}) =>
  await api.post('/admin/check-in', { action, member, conference: { ...conference, ...fields } }, { token });
const historyOf = async () => (await api.get('/conference/get-conferences', { token: memberToken })).body;
const newCard = async () => {
  const { body } = await api.post('/membership/card', { action: 'create' }, { token: memberToken });
  return { card: body.data.address.split('#')[1] };
};

it('finds a member by the card, and shows what the desk needs', async () => {
  const card = await newCard();
  await api.operator.recordBankTransfer(
    'bunny',
    { type: 'professional', amountMinorUnits: 36_000, date: '2026-03-01', reference: 'FPS 1' },
    'On the statement',
  );
  expect((await at('find', card)).body.data).toEqual({
    uid,
    name: 'Utah Teapot',
    affiliation: 'Kitchen of Test Models',
    nameChangedOn: '',
    type: 'Professional Member',
    status: 'active',
    validUntil: '2027-01-01',
    state: 'active',
    isCheckedIn: false,
  });
  expect(await historyOf()).toEqual([]);
  expect((await at('check-in', card)).body.data).toMatchObject({ uid, isCheckedIn: true });
  const { link, ...shown } = conference;
  expect(await historyOf()).toEqual([{ ...shown, id: expect.any(String) }]);
});

it('checks in once, however the words are spaced, and is undone once, however often it is asked', async () => {
  expect((await at('check-in', { uid })).body.data).toMatchObject({
    status: 'registered',
    isCheckedIn: true,
  });
  expect((await at('check-in', { uid }, { name: ' models  2026 ' })).body.data.isCheckedIn).toBe(true);
  expect(await historyOf()).toHaveLength(1);
  expect((await at('find', { uid })).body.data.isCheckedIn).toBe(true);
  expect((await at('find', { uid }, { date: 'Another year' })).body.data.isCheckedIn).toBe(false);
  expect((await at('undo', { uid })).body.data.isCheckedIn).toBe(false);
  expect(await historyOf()).toEqual([]);
  expect((await at('undo', { uid })).body.data.isCheckedIn).toBe(false);
});

it('accepts neither an old card nor the card of a disabled account, but tells of the account by its ID', async () => {
  const old = await newCard();
  const card = await newCard();
  expect((await at('check-in', old)).body.error).toBe('card-invalid');
  await api.operator.disable('bunny', 'As the board decided');
  expect((await at('check-in', card)).body.error).toBe('card-invalid');
  expect((await at('find', { uid })).body.data).toMatchObject({ uid, state: 'disabled' });
  expect((await at('find', { uid: '00000000' })).body.error).toBe('member-not-found');
});

it('needs a conference', async () => {
  expect((await at('find', { uid }, { name: ' ' })).status).toBe(400);
});
