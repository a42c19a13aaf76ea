import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { MembershipRecord } from '../../functions/contract/membership.ts';
import { membershipRecord } from '../support/api/make.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { errorJourney, expectNotice, replyTo } from '../support/browser/error-journey.ts';
import { expectFits } from '../support/browser/lines.ts';
import { sees } from '../support/browser/pages.ts';
import { reload } from '../support/browser/states.ts';

/**
 * Where the Membership and Conference panels show their errors, and their states. Unit tests in
 * tests/unit/island check the sentence for each reply of the server.
 */

const MEMBERSHIP = '/membership/get-membership';
const CONFERENCES = '/conference/get-conferences';

const { open } = errorJourney();

const openMembership = (prepare: (page: Page) => Promise<unknown>): Promise<Page> =>
  open('/user/membership', 'bunny_1994', prepare);

const record = (
  type: MembershipRecord['type'],
  startDate: string,
  endDate: string,
  more?: Partial<MembershipRecord>,
) => membershipRecord(startDate, endDate, { type, ...more });
const link = (type: string, fee: number, path: string) => ({
  type,
  fee,
  currency: 'HKD',
  url: `/_local/pay/${path}?client_reference_id=abc`,
  validUntil: '2101-01-01',
});
const payment = {
  blocked: null,
  links: [link('Professional Member', 360, 'professional'), link('Student Member', 120, 'student')],
};
const membership = (data: object[], rest: object = { payment }) => ({
  code: 1,
  msg: 'OK',
  data,
  cancelledReceipts: [],
  paymentsUnderReview: [],
  ...rest,
});
const show = (page: Page, call: string, json: object) => replyTo(page, call, { status: 200, json });

describe('the Membership panel', () => {
  const unsafe = { receiptNumber: 'AG-000001', receiptUrl: 'javascript:alert(1)' };
  const states: [object, string[]][] = [
    [
      membership([record('Student Member', '2020-03-02', '2021-01-01')]),
      ['Your membership ended on 1 January 2021.', 'Expired', '2 Mar 2020'],
    ],
    [
      membership([record('Professional Member', '2020-03-02', '9999-01-01')], {
        payment: { blocked: null, links: [] },
      }),
      [
        'You are a Professional Member until 1 January 9999.',
        "You don't need to renew your membership.",
        'Active',
      ],
    ],
    [
      membership([
        record('Professional Member', '2100-01-01', '2101-01-01'),
        record('Student Member', '2020-03-02', '2021-01-01'),
      ]),
      [
        'Your membership ended on 1 January 2021.',
        'Your membership as a Professional Member starts on 1 January 2100.',
      ],
    ],
    [
      membership([], { payment: { blocked: null, links: [] } }),
      [
        "You are registered. You don't have an active membership yet.",
        "Online payment isn't available right now.",
      ],
    ],
    [
      membership([record('Student Member', '2020-03-02', '2100-01-01', unsafe)]),
      [
        'You are a Student Member until 1 January 2100.',
        'Renew by this date to stay active until 1 January 2101.',
        'Active',
      ],
    ],
  ];
  it('says that it is loading, that it could not be loaded, tries again, shows the status expired, granted for life, expired and begins again, registered while no payment is set up, and active, and why a receipt cannot be opened', async () => {
    const answer = Promise.withResolvers<void>();
    const page = await openMembership((page) =>
      page.route(`**/api${MEMBERSHIP}`, async (route) => {
        await answer.promise;
        await route.fulfill({ status: 502, json: {} });
      }),
    );
    await page.getByRole('status', { name: 'Loading your membership...' }).waitFor();
    answer.resolve();
    await expectNotice(page, 'Failed to load membership information (HTTP status 502)');
    await page.unroute(`**/api${MEMBERSHIP}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await sees(page, 'No membership records found');
    await sees(page, "You are registered. You don't have an active membership yet.");

    for (const [json, sentences] of states) {
      await show(page, MEMBERSHIP, json);
      await reload(page);
      for (const sentence of sentences) await sees(page, sentence);
      await expectAccessible(page);
    }
    await page.route('**/api/membership/receipt?number=AG-000001', (route) =>
      route.fulfill({ json: { code: 0, msg: 'Your receipt is being prepared.' } }),
    );
    await page.getByRole('button', { name: 'Receipt AG-000001' }).click();
    await expectNotice(page, 'Your receipt is being prepared.');
    expect(await page.getByRole('link', { name: 'Card receipt' }).count()).toBe(0);
  });

  it('says how a payment check ended, by the icon and by Confirm, or once that the server cannot be reached, checks the payment again from there, and makes one check at a time', async () => {
    const page = await openMembership((page) => show(page, MEMBERSHIP, membership([])));
    const icon = page.getByRole('button', { name: 'Check Membership Update (in 1 month)' });
    expect(await icon.getAttribute('title')).toBe('Check Membership Update (in 1 month)');
    await replyTo(page, '/membership/confirm-payment', { status: 500 });
    await icon.click();
    await expectNotice(page, "We couldn't check your payment. Please try again in a few minutes.");

    await page.getByRole('button', { name: 'Pay as Professional Member' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    for (const path of ['/membership/confirm-payment', MEMBERSHIP]) await replyTo(page, path, 'no reply');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expectNotice(page, "Can't connect to the server.");
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unrouteAll();
    await show(page, MEMBERSHIP, membership([]));
    await replyTo(page, '/membership/confirm-payment', {
      status: 200,
      json: { success: false, message: 'Check again in a few minutes.' },
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectNotice(page, 'Check again in a few minutes.');
    await replyTo(page, '/membership/confirm-payment', {
      status: 200,
      json: { success: true, message: 'It is confirmed.' },
    });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expectNotice(page, 'It is confirmed.');
    expect(await page.getByRole('dialog').count()).toBe(0);

    let requested = 0;
    await page.route('**/api/membership/confirm-payment', () => {
      requested += 1;
    });
    await icon.click();
    await expect.poll(() => icon.getAttribute('aria-busy')).toBe('true');
    await icon.click();
    expect(requested).toBe(1);
  });
});

describe('the Conference History panel', () => {
  it('says "Failed to load data", tries again, and shows venue and date in the organisers’ words, with a link if it is safe, and fits the screen', async () => {
    const page = await open('/user/conferences', 'bunny_1994', (page) =>
      replyTo(page, CONFERENCES, { status: 500, json: { message: 'x', requestId: 'abc' } }),
    );
    await expectNotice(page, 'Failed to load data. If it happens again, send us this reference: abc');
    await page.unroute(`**/api${CONFERENCES}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await sees(page, "You haven't attended any conferences yet.");
    await expectAccessible(page);

    const given = [
      ['https://example.org/a', 'June 3 – July 1, 2024', 'June 3 – July 1, 2024'],
      ['', 'June 3-5, 2024', 'June 3-5, 2024'],
      ['javascript:alert(1)', 'in spring', 'in spring'],
      ['//example.org', '', 'N/A'],
    ] as const;
    const json = given.map(([link, date], server) => ({
      id: String(server),
      name: `Teapots ${server}`,
      venue: 'Cornell Box',
      date,
      ...(link && { link }),
    }));
    await show(page, CONFERENCES, json);
    await reload(page);
    const table = page.getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual(['Conference', 'Venue', 'Date']);
    const dates = table.locator('tbody tr td:last-child');
    expect(await dates.allTextContents()).toEqual(given.map(([, , shown]) => shown));
    expect(await table.getByRole('link').count()).toBe(1);
    const out = table.getByRole('link', { name: 'Teapots 0' });
    expect(await out.getAttribute('href')).toBe('https://example.org/a');
    expect(await out.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await out.getAttribute('target')).toBe('_blank');
    await expectAccessible(page);

    const long = 'averyveryveryveryveryverylongwordwithoutaspace';
    await show(page, CONFERENCES, [
      { id: '1', name: `The ${long}`, venue: long, date: long, link: 'https://example.org' },
      { id: '2', name: 'Teapots', venue: 'Sampleville', date: 'June 3 – June 5, 2024' },
    ]);
    await reload(page);
    await sees(page, 'Sampleville');
    await page.setViewportSize({ width: 320, height: 900 });
    await expectFits(page);
  });
});
