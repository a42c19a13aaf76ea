import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openStripe } from '../../../infra/local/emulators/stripe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROFESSIONAL = '/professional?client_reference_id=0123456789abcdef';

let folder: string;
let now: Date;
let payments: Awaited<ReturnType<typeof openStripe>>;

const open = () => openStripe({ folder, clock: () => now, publicUrl: 'http://localhost:8080' });

beforeEach(async () => {
  folder = temporaryFolder();
  now = new Date('2026-11-21T08:00:00Z');
  payments = await open();
});

const text = async (path: string) => (await payments.routes.request(path.replace('/_local/pay', ''))).text();
const pay = async (fields: Record<string, string>) => {
  const body = new URLSearchParams(fields);
  const reply = await payments.routes.request(PROFESSIONAL, { method: 'POST', body });
  return { status: reply.status, page: await reply.text(), done: reply.headers.get('location') ?? '' };
};
const openSession = async () =>
  /name="session"[^>]* value="([^"]*)"/.exec(await text(PROFESSIONAL))?.[1] ?? '';
/** The payments that are stored: none without the file. */
const paid = async () => JSON.parse(await readFile(join(folder, 'payments.json'), 'utf8').catch(() => '[]'));

it('a payment is made once however often its button is pressed, leads to a receipt, and survives a restart', async () => {
  const session = await openSession();
  const press = () => pay({ session, card: '4242 4242 4242 4242' });
  const replies = await Promise.all([press(), press(), press()]);
  const [stored] = await paid();
  const receipts = `/_local/pay/receipts/${stored.payment.charge}`;
  expect(new Set(replies.map(({ done }) => done))).toEqual(new Set([receipts]));
  expect(await paid()).toMatchObject([
    {
      linkId: 'plink_local_professional',
      reference: '0123456789abcdef',
      payment: { receiptNumber: 'LOCAL-0001' },
    },
  ]);
  now = new Date(now.getTime() + 25 * 3_600_000);
  payments = await open();
  const receipt = await text(receipts);
  for (const fact of [
    'Payment received',
    'HKD 360.00',
    'LOCAL-0001',
    '21 November 2026 at 16:00',
    'ending in 4242',
  ])
    expect(receipt).toContain(fact);
});

it.each([
  ['4000000000000002', 402, 'Your card was declined.'],
  ['4242 "><b>', 400, 'accepts test cards only'],
])('a payment with "%s" is rejected, and the entries stay', async (card, status, sentence) => {
  const reply = await pay({ session: await openSession(), card });
  expect(reply.status).toBe(status);
  expect(reply.page).toContain(sentence);
  expect(reply.page).toContain(
    `value="${card.replaceAll('"', '&quot;').replaceAll('>', '&gt;').replaceAll('<', '&lt;')}"`,
  );
  expect(await paid()).toEqual([]);
});
