import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeEmulator, startStripe } from '../../../infra/local/emulators/stripe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOST = 'http://localhost:8080';
const PROFESSIONAL = '/pay/professional?client_reference_id=0123456789abcdef';

let folder: string;
let now: Date;
let payments: StripeEmulator;

const open = () => startStripe({ folder, clock: () => now, publicUrl: () => HOST });

beforeEach(async () => {
  folder = temporaryFolder();
  now = new Date('2026-11-21T08:00:00Z');
  payments = await open();
});
afterEach(() => payments.close());

const get = async (path: string) => payments.routes.request(path.replace('/_local', ''));
const text = async (path: string) => (await get(path)).text();
const pay = async (path: string, fields: Record<string, string>) =>
  payments.routes.request(path, { method: 'POST', body: new URLSearchParams(fields) });
const field = (html: string, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? '';
const sessions = async (): Promise<Record<string, unknown>[]> =>
  JSON.parse(await readFile(join(folder, 'payments.json'), 'utf8'));
const paid = async () => (await sessions()).filter((session) => session['payment'] !== null);

describe('a payment', () => {
  it('leads to a receipt', async () => {
    const response = await pay(PROFESSIONAL, { card: '4242 4242 4242 4242' });
    expect(response.status).toBe(303);
    const done = await get(response.headers.get('location') ?? '');
    expect(done.status).toBe(200);
    expect(done.headers.get('refresh')).toBeNull();
    const page = await done.text();
    expect(page).toContain('Payment received');
    const receipt = await text(/href="(\/_local\/pay\/receipts\/[^"]+)"/.exec(page)?.[1] ?? '');
    expect(receipt).toContain('HKD 360.00');
    expect(receipt).toContain('LOCAL-0001');
    expect(receipt).toContain('21 November 2026 at 16:00');
    expect(receipt).toContain('ending in 4242');
    expect(await paid()).toMatchObject([
      { linkId: 'plink_local_professional', reference: '0123456789abcdef' },
    ]);
  });

  it('is made once however often its button is pressed', async () => {
    const session = field(await text(PROFESSIONAL), 'session');
    const press = () => pay(PROFESSIONAL, { session, card: '4242424242424242' });
    const replies = await Promise.all([press(), press(), press()]);
    expect(new Set(replies.map(({ headers }) => headers.get('location')))).toEqual(
      new Set([`/_local/pay/done/${session}`]),
    );
    expect(await sessions()).toMatchObject([{ payment: { receiptNumber: 'LOCAL-0001' } }]);
  });

  it.each([
    ['4000000000000002', 402, 'Your card was declined.'],
    ['5555555555554444', 400, 'accepts test cards only'],
    ['4242 "><b>', 400, 'accepts test cards only'],
    ['', 400, 'Enter a card number.'],
  ])('with "%s" is rejected, and the entries stay', async (card, status, sentence) => {
    const session = field(await text(PROFESSIONAL), 'session');
    const response = await pay(PROFESSIONAL, { session, card });
    const page = await response.text();
    expect(response.status).toBe(status);
    expect(page).toContain(sentence);
    expect(page).toContain('aria-invalid="true"');
    expect(field(page, 'card')).toBe(
      card.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;'),
    );
    expect(field(page, 'session')).toBe(session);
    expect(await paid()).toEqual([]);
  });

  it('with the delayed card is pending for five seconds', async () => {
    const { headers } = await pay(PROFESSIONAL, { card: '4000 0000 0000 3220' });
    const done = headers.get('location') ?? '';
    const before = await get(done);
    expect(before.headers.get('refresh')).toBe('2');
    expect(await before.text()).toMatch(/role="status"[\s\S]*Waiting for the bank/);
    now = new Date(now.getTime() + 4_999);
    expect(await text(done)).toContain('Waiting for the bank');
    now = new Date(now.getTime() + 1);
    expect(await text(done)).toContain('Payment received');
  });
});

describe('the stored payments', () => {
  it('survive a restart, while pages left open for a day expire', async () => {
    await get(PROFESSIONAL);
    const { headers } = await pay(PROFESSIONAL, { card: '4242424242424242' });
    await payments.close();
    now = new Date(now.getTime() + 24 * 3_600_000 + 1);
    payments = await open();
    expect(await text(headers.get('location') ?? '')).toContain('Payment received');
    await get('/pay/student');
    expect(await sessions()).toHaveLength(2);
  });

  it('are not read from a file with other contents', async () => {
    await payments.close();
    await writeFile(join(folder, 'payments.json'), '[{"id":1}]');
    await expect(open()).rejects.toThrow(join(folder, 'payments.json'));
    await rm(join(folder, 'payments.json'));
    payments = await open();
  });
});
