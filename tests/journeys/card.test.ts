import type { Page } from 'playwright-core';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { post, register, tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';
import { expectInView, pressUnlocked, replyTo, sees } from '../support/browser/pages.ts';
import { openUserCenter, openWindow, type View } from '../support/browser/user-center.ts';

const CARD_CHECK = '/membership/proof';
const CREATED = 'Card link created.';
const DELETED = 'Membership card deleted. Its link no longer works.';
const REFUSED = /This link is not a valid membership card/;
const TERMS = {
  bunny: { type: 'professional', startDate: '2020-01-01', endDate: '2999-01-01' },
  cornell: { type: 'student', startDate: '2020-01-01', endDate: '2021-01-01' },
} as const;

const journey = productJourney();
const open = (view?: Parameters<typeof openWindow>[1]) => openWindow(journey.browser, view);

/** A member with a term, on the panel with the card. */
async function enterAs(username: keyof typeof TERMS, view?: View): Promise<Page> {
  const { url, office } = journey.server;
  await register(url, username, { firstName: '민수', lastName: '김' });
  await office(({ grantTerm }) => grantTerm(username, TERMS[username], 'Known to us'));
  return openUserCenter(journey.browser, url, username, '/membership', { hasClock: true, ...view });
}

const addressOn = async (page: Page): Promise<string> => {
  await page.locator('.membership-card__code path').waitFor();
  return (await page.locator('.membership-card-section__address a').getAttribute('href')) ?? '';
};

/** Presses a button of the card, and the same in its dialog, where Cancel has the focus. */
async function change(page: Page, button: string, result: string): Promise<void> {
  await pressUnlocked(page.getByRole('button', { name: button }));
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await focused(page)).toBe('Cancel');
  await dialog.getByRole('button', { name: button }).click();
  await sees(page, result);
  await dialog.waitFor({ state: 'detached' });
}

it('a membership card is created, has its address in a QR code that scanners can read, is shown to somebody else, opened on a phone, printed, replaced and deleted', async () => {
  const { url } = journey.server;
  const member = await enterAs('bunny');
  await member.getByRole('button', { name: 'Create card link' }).click();
  await sees(member, CREATED);
  await expect.poll(() => focused(member)).toBe(CREATED);
  await expectInView(member, CREATED);
  const first = await addressOn(member);
  expect(first).toMatch(new RegExp(`^${url}/proof#[\\w-]{22}$`));
  const screenshot = await member.locator('.membership-card__code').screenshot();
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(decodeQr({ data, width: info.width, height: info.height })).toBe(first);

  const stranger = await open();
  await stranger.goto(first);
  await sees(stranger, '김민수');
  await sees(stranger, 'Professional Member');
  const card = stranger.getByRole('article');
  expect(await card.getByText('김민수').getAttribute('lang')).toBe('ko');
  await expect
    .poll(() => card.textContent())
    .toMatch(
      /Active[\s\S]*1 January \d{4}[\s\S]*ends in \d{4}[\s\S]*\d [A-Z][a-z]+ \d{4} at \d\d:\d\d \(Hong Kong time\)/,
    );
  const example = (await stranger.locator('[data-example]').textContent()) ?? '';
  const [, address = '', body = ''] = /^curl (\S+) --json '(.+)'$/.exec(example) ?? [];
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body.replace('…', new URL(first).hash.slice(1)),
  });
  const answer = await reply.json();
  expect(answer).toMatchObject({ code: 1, data: { name: '김민수', status: 'active' } });
  expect(JSON.stringify(answer)).not.toMatch(/bunny@|username|uid/);

  await member.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await member.getByRole('button', { name: 'Copy link' }).click();
  await sees(member, 'Link copied.');
  expect(await member.evaluate(() => navigator.clipboard.readText())).toBe(first);

  await member.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await member.getByRole('button', { name: 'Print' }).click();
  await member.locator('[data-printed]').waitFor();
  await member.emulateMedia({ media: 'print' });
  expect(await member.getByRole('article').isVisible()).toBe(true);
  for (const hidden of ['.header', '.side-menu', '.panel__head', '.standing', '.footer'])
    expect({ hidden, is: await member.locator(hidden).first().isVisible() }).toEqual({ hidden, is: false });
  await member.emulateMedia({ media: null });
  await member.evaluate(() => dispatchEvent(new Event('afterprint')));

  const popup = member.waitForEvent('popup');
  await member.getByRole('link', { name: 'Open as a page of its own' }).click();
  const phone = await popup;
  await sees(phone, '김민수');
  expect(phone.url()).toBe(`${url}/card${new URL(first).hash}`);
  await phone.locator('.membership-card__code path').waitFor();
  expect(await keptBy(phone)).toEqual(NOTHING);
  await replyTo(phone, CARD_CHECK, 'no reply');
  await phone.getByRole('button', { name: 'Check again' }).click();
  await sees(phone, "We couldn't check the card now.");
  await sees(phone, '김민수');
  await phone.unrouteAll();
  await phone.getByRole('button', { name: 'Check again' }).click();
  await phone.getByText("We couldn't check the card now.").waitFor({ state: 'detached' });

  await member.bringToFront();
  await member.getByRole('button', { name: 'Replace link' }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await addressOn(member)).toBe(first);
  await change(member, 'Replace link', 'New link created. The old link no longer works.');
  expect(await focused(member)).toBe('Replace link');
  const second = await addressOn(member);
  expect(second).not.toBe(first);
  await phone.getByRole('button', { name: 'Check again' }).click();
  await sees(phone, 'This card is no longer valid.');
  expect(await phone.getByRole('article').count()).toBe(0);
  await stranger.getByRole('button', { name: 'Check again' }).click();
  await stranger.getByText(REFUSED).waitFor();
  expect(await card.isVisible()).toBe(false);
  expect(await stranger.locator('[data-result]').textContent()).toBe('');
  await stranger.evaluate((hash) => {
    location.hash = hash;
  }, new URL(second).hash);
  await card.waitFor();

  await change(member, 'Delete card', DELETED);
  expect(await focused(member)).toBe(DELETED);
  await stranger.getByRole('button', { name: 'Check again' }).click();
  await stranger.getByText(REFUSED).waitFor();
});

it('a lapsed member has only the card of before, which says so, until it is deleted, and the page of cards refuses nothing, a query, which logs would keep, and what is no proof, and offers another try without a reply', async () => {
  const { url } = journey.server;
  const member = await enterAs('cornell');
  await post(url, '/membership/card', { action: 'create' }, await tokenOf(url, 'cornell'));
  await member.reload();
  const page = await open({ width: 390 });
  await page.goto(await addressOn(member));
  await expect.poll(() => page.getByRole('article').textContent()).toMatch(/Student Member[\s\S]*Expired/);

  const nothing = /doesn't contain a membership card/;
  for (const [path, sentence] of [
    ['/card', nothing],
    ['/proof?token=teapot', nothing],
    ['/proof?token=teapot#%00<script>', REFUSED],
  ] as const) {
    await page.goto(url + path);
    await page.getByText(sentence).waitFor();
    expect(await page.getByRole('article').filter({ visible: true }).count()).toBe(0);
  }
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('header a[href="/proof"]').count()).toBe(0);
  await replyTo(page, CARD_CHECK, 'no reply');
  await page.evaluate(() => {
    location.hash = 'teapot';
  });
  await page.getByText("We couldn't check this card.").waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText(REFUSED).waitFor();
  await change(member, 'Delete card', DELETED);
  expect(await member.getByRole('button', { name: 'Create card link' }).count()).toBe(0);
});

/** What the device has of a card: the names of caches, the scopes of service workers, and what was kept as text. */
const keptBy = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    card: localStorage.getItem('membership-card'),
  }));
const NOTHING = { caches: [], workers: [], card: null };

/** The service worker of earlier versions, which served /card without a network. */
const OLD_WORKER = `addEventListener('fetch', (event) => {
  event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});`;

/** Does what the page /card did in earlier versions. */
async function keepCard(page: Page): Promise<void> {
  const worker = { contentType: 'text/javascript', body: OLD_WORKER };
  await page.context().route('**/card-worker.js', (route) => route.fulfill(worker));
  await page.goto(`${journey.server.url}/robots.txt`);
  await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/card-worker.js', { scope: '/card' });
    await new Promise<void>((resolve) =>
      installing?.addEventListener('statechange', () => installing.state === 'activated' && resolve()),
    );
    await (await caches.open('membership-card')).add('/card');
    localStorage.setItem('membership-card', JSON.stringify({ token: 'A'.repeat(22) }));
  });
  expect(await keptBy(page)).toEqual({
    caches: ['membership-card'],
    workers: [`${journey.server.url}/card`],
    card: expect.any(String),
  });
  await page.context().unrouteAll();
}

it('a card that an earlier version kept on a device is removed by the pages, and by the worker that takes the place of the old one, which then removes itself', async () => {
  const { url } = journey.server;
  await register(url, 'gyroid');
  const page = await open({ isOwn: true, session: await tokenOf(url, 'gyroid') });
  for (const path of ['/card', '/user']) {
    await keepCard(page);
    await page.goto(url + path);
    await expect.poll(() => keptBy(page)).toEqual(NOTHING);
  }
  await keepCard(page);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/card'))?.update());
  await expect.poll(() => keptBy(page)).toMatchObject({ caches: [], workers: [] });
});
