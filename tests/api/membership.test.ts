import { beforeEach, describe, expect, it } from 'vitest';
import { listConferenceRecords } from '../../functions/conferences/conference.ts';
import { startSignedIn } from '../support/api/signed-in.ts';

let api: Awaited<ReturnType<typeof startSignedIn>>;
beforeEach(async () => {
  api = await startSignedIn();
});

const membership = async (as = api.token) =>
  (await api.get('/membership/get-membership', { token: as })).body;
const conferences = async (as = api.token) =>
  (await api.get('/conference/get-conferences', { token: as })).body;
const verify = async () =>
  expect((await api.confirmEmail(api.token, await api.codeFor('teapot@example.org'))).status).toBe(200);
const grant = (type: 'professional' | 'student', startDate: string, endDate: string) =>
  api.operator.grantTerm('utah_teapot', { type, startDate, endDate }, 'a test');
const attend = (name: string, date = '', link = '', venue = 'Cornell Box') =>
  api.operator.addConferenceRecord('utah_teapot', { name, link, venue, date }, 'a test');

describe('GET /membership/get-membership', () => {
  it('offers both types, with fee, page and new expiry, once the address is verified', async () => {
    expect(await membership()).toEqual({
      code: 1,
      msg: 'OK',
      data: [],
      payment: {
        blocked: 'email',
        links: [
          expect.objectContaining({ fee: 360, url: '', validUntil: '2027-01-01' }),
          expect.objectContaining({ fee: 120, url: '' }),
        ],
      },
      cancelledReceipts: [],
      paymentsUnderReview: [],
    });
    await verify();
    const { paymentReference } = await api.operator.findMember('utah_teapot');
    const link = (type: string, fee: number, path: string) => ({
      type,
      fee,
      currency: 'HKD',
      url: `/_local/pay/${path}?client_reference_id=${paymentReference}`,
      validUntil: '2027-01-01',
    });
    // The page learns of the member by the opaque reference alone.
    expect((await membership()).payment).toEqual({
      blocked: null,
      links: [link('Professional Member', 360, 'professional'), link('Student Member', 120, 'student')],
    });
  });

  it('lists every field of the records, the latest expiry first', async () => {
    await grant('student', '2024-05-05', '2025-01-01');
    await grant('professional', '2026-03-02', '2027-01-01');
    await grant('student', '2025-02-03', '2026-01-01');
    const { data } = await membership();
    expect(data[0]).toEqual({
      id: 'granted-professional',
      type: 'Professional Member',
      accessMethod: 'Granted',
      transactionDate: '2026-03-02',
      receiptUrl: '',
      receiptNumber: '',
      startDate: '2026-03-02',
      endDate: '2027-01-01',
      expireDate: '2027-01-01',
    });
    expect(data.map(({ expireDate }: { expireDate: string }) => expireDate)).toEqual([
      '2027-01-01',
      '2026-01-01',
      '2025-01-01',
    ]);
  });
});

describe('GET /conference/get-conferences', () => {
  it('lists the latest first and undated ones last, with links', async () => {
    await attend('Teapot Days', 'June 3-5, 2024', 'https://example.org/teapot');
    await attend('Bunny Days');
    await attend('Dragon Days', 'October 30 – November 2, 2025');
    const id = expect.stringMatching(/^[0-9a-f]{16}$/);
    const venue = 'Cornell Box';
    expect(await conferences()).toEqual([
      { id, name: 'Dragon Days', venue, date: 'October 30 – November 2, 2025' },
      { id, name: 'Teapot Days', venue, date: 'June 3-5, 2024', link: 'https://example.org/teapot' },
      { id, name: 'Bunny Days', venue, date: '' },
    ]);
  });

  it('has records that are part of the export, and deleted with the account', async () => {
    await attend('Teapot Days', 'June 3-5, 2024');
    const { uid } = await api.operator.findMember('utah_teapot');
    const { body } = await api.get('/user/export', { token: api.token });
    expect(body.data.conferences).toMatchObject([{ name: 'Teapot Days' }]);
    expect((await api.deleteAccount(api.token)).status).toBe(200);
    expect(await listConferenceRecords(api.context, uid)).toEqual([]);
  });
});

it('a member sees nothing of the membership and the conferences of others', async () => {
  await grant('professional', '2026-03-02', '2027-01-01');
  await attend('Teapot Days');
  await api.register({ userName: 'bunny', email: 'bunny@example.org' });
  const bunny = (await api.signIn('bunny')).body.token;
  const { paymentReference } = await api.operator.findMember('utah_teapot');
  expect(await membership(bunny)).toMatchObject({ data: [], paymentsUnderReview: [] });
  expect(JSON.stringify(await membership(bunny))).not.toContain(paymentReference);
  expect(await conferences(bunny)).toEqual([]);
});
