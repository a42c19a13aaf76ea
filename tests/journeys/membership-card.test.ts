import type { Page } from 'playwright-core';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { overflowOf, sees } from '../support/browser/pages.ts';
import { openWindow, type View } from '../support/browser/user-center.ts';
import type { WindowOptions } from '../support/browser/windows.ts';

const journey = productJourney({ hasDemoAccounts: true });

const open = (view?: View & Pick<WindowOptions, 'session'>) =>
  openWindow(journey.browser, { ...view, expected: /Failed to load resource/ });

async function enterAs(username: string, view?: View): Promise<Page> {
  const { passwordOf, url } = journey.server;
  const token = await tokenOf(url, username, passwordOf(username));
  const page = await open({ ...view, session: token, isRemembered: false });
  await page.goto(`${url}/user/membership`);
  await page.getByRole('heading', { name: 'Membership card' }).waitFor();
  return page;
}

const addressOn = async (page: Page): Promise<string> => {
  await page.locator('.membership-card__code path').waitFor();
  return (await page.locator('.membership-card-section__address a').getAttribute('href')) ?? '';
};

/** Creates the card where there is none, and reads its address. */
async function makeCard(member: Page): Promise<string> {
  const create = member.getByRole('button', { name: 'Create membership card' });
  await create.or(member.locator('.membership-card__code')).first().waitFor();
  if (await create.isVisible()) await create.click();
  return addressOn(member);
}

async function openAsStranger(address: string, view?: View): Promise<Page> {
  const page = await open(view);
  await page.goto(address);
  return page;
}

const REFUSED = /This link is not a valid membership card/;

describe('a membership card', () => {
  it('is created, has its address in a QR code that scanners can read, is shown to somebody else, and renewed', async () => {
    const member = await enterAs('bunny');
    await member.getByRole('button', { name: 'Create membership card' }).click();
    await sees(member, 'Membership card created.');
    const first = await addressOn(member);
    expect(first).toMatch(new RegExp(`^${journey.server.url}/proof#[\\w-]{22}$`));
    const picture = sharp(await member.locator('.membership-card__code').screenshot())
      .ensureAlpha()
      .raw();
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    expect(decodeQr({ data, width: info.width, height: info.height })).toBe(first);

    const stranger = await openAsStranger(first);
    await sees(stranger, 'Stanford Bunny');
    await sees(stranger, 'Professional Member');
    const card = stranger.getByRole('article');
    await expect
      .poll(() => card.textContent())
      .toMatch(
        /Active[\s\S]*1 January \d{4}[\s\S]*ends in \d{4}[\s\S]*\d [A-Z][a-z]+ \d{4} at \d\d:\d\d \(Hong Kong time\)/,
      );
    await expectAccessible(stranger);
    const example = (await stranger.locator('[data-example]').textContent()) ?? '';
    const [, url = '', body] = /^curl (\S+) --json '(.+)'$/.exec(example) ?? [];
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: String(body).replace('…', new URL(first).hash.slice(1)),
    });
    const answer = await reply.json();
    expect(answer).toMatchObject({ code: 1, data: { name: 'Stanford Bunny', status: 'active' } });
    expect(JSON.stringify(answer)).not.toMatch(/bunny@|username|uid/);

    await member.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await member.getByRole('button', { name: 'Copy link' }).click();
    await sees(member, 'Link copied.');
    expect(await member.evaluate(() => navigator.clipboard.readText())).toBe(first);

    await member.evaluate(() => {
      window.print = () => {};
    });
    await member.getByRole('button', { name: 'Print' }).click();
    await member.emulateMedia({ media: 'print' });
    expect(await member.getByRole('article').isVisible()).toBe(true);
    for (const hidden of ['.header', '.side-menu', '.panel__head', '.status-summary', '.footer'])
      expect({ hidden, is: await member.locator(hidden).first().isVisible() }).toEqual({ hidden, is: false });
    await member.emulateMedia({ media: null });
    await member.evaluate(() => dispatchEvent(new Event('afterprint')));

    await member.getByRole('button', { name: 'Replace link' }).click();
    await member.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await addressOn(member)).toBe(first);
    await member.getByRole('button', { name: 'Replace link' }).click();
    await member.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
    await sees(member, 'New link created. The old link no longer works.');
    const second = await addressOn(member);
    expect(second).not.toBe(first);

    await stranger.getByRole('button', { name: 'Check again' }).click();
    await stranger.getByText(REFUSED).waitFor();
    expect(await card.isVisible()).toBe(false);
    expect(await stranger.locator('[data-result]').textContent()).toBe('');
    await expectAccessible(stranger);
    await stranger.evaluate((hash) => {
      location.hash = hash;
    }, new URL(second).hash);
    await sees(stranger, 'Stanford Bunny');
    await stranger.getByRole('article').waitFor();
  });

  it('of a lapsed member says so, in dark mode and on a small screen', async () => {
    const view = { width: 390, dark: true };
    const member = await enterAs('cornell', view);
    await member.getByRole('button', { name: 'Create membership card' }).click();
    const address = await addressOn(member);
    await expectAccessible(member);
    const stranger = await openAsStranger(address, view);
    await expect
      .poll(() => stranger.getByRole('article').textContent())
      .toMatch(/Student Member[\s\S]*Expired/);
    await expectAccessible(stranger);
    expect(await overflowOf(stranger)).toBe(0);
  });
});

describe('the page of membership cards', () => {
  it('says so for nothing, a query, which logs would keep, and what is no proof at all, and offers another try without a reply', async () => {
    const nothing = /doesn't contain a membership card/;
    const page = await open();
    for (const [rest, sentence] of [
      ['', nothing],
      ['#teapot', REFUSED],
      ['?token=teapot', nothing],
      ['#%00<script>', REFUSED],
    ] as const) {
      await page.goto(`${journey.server.url}/proof${rest}`);
      await page.getByText(sentence).waitFor();
      expect(await page.getByRole('article').isVisible()).toBe(false);
      await expectAccessible(page);
    }
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('header a[href="/proof"]').count()).toBe(0);

    let isDown = true;
    await page.route('**/api/membership/proof', (route) =>
      isDown ? route.abort('internetdisconnected') : route.continue(),
    );
    await page.reload();
    await page.getByText("We couldn't check this card.").waitFor();
    await expectAccessible(page);
    isDown = false;
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(REFUSED).waitFor();
  });
});

describe('the card on a phone', () => {
  it('is a page of its own, of which the device keeps nothing; it stays when a check gets no reply, and says that it was replaced and that a link has none', async () => {
    const member = await enterAs('bunny', { width: 390, dark: true });
    const address = await makeCard(member);
    const [page] = await Promise.all([
      member.waitForEvent('popup'),
      member.getByRole('link', { name: 'Open as a page of its own' }).click(),
    ]);
    await sees(page, 'Stanford Bunny');
    expect(page.url()).toBe(`${journey.server.url}/card${new URL(address).hash}`);
    await page.locator('.membership-card__code path').waitFor();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    expect(await keptBy(page)).toEqual(NOTHING);

    await page.route('**/api/membership/proof', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Check again' }).click();
    await sees(page, "We couldn't check the card now.");
    await sees(page, 'Stanford Bunny');
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText("We couldn't check the card now.").waitFor({ state: 'detached' });

    await page.goto(`${journey.server.url}/card#AAAAAAAAAAAAAAAAAAAAAA`);
    await sees(page, 'This card is no longer valid.');
    expect(await page.getByRole('article').count()).toBe(0);
    await page.goto(`${journey.server.url}/card`);
    await sees(page, "This link doesn't contain a membership card.");
    await expectAccessible(page);
  });
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

describe('a card that an earlier version kept on a device', () => {
  /** Does what the page /card did in earlier versions. */
  async function keepCard(page: Page): Promise<void> {
    await page
      .context()
      .route('**/card-worker.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: OLD_WORKER }),
      );
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

  it.each(['/card', '/user'])('is removed by %s', async (path) => {
    const session = await tokenOf(journey.server.url, 'bunny', journey.server.passwordOf('bunny'));
    const page = await open({ session, isOwn: true });
    await keepCard(page);
    await page.goto(journey.server.url + path);
    await expect.poll(() => keptBy(page)).toEqual(NOTHING);
  });

  it('is removed by the worker that takes the place of the old one, which then removes itself', async () => {
    const page = await open({ isOwn: true });
    await keepCard(page);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/card'))?.update());
    await expect.poll(() => keptBy(page)).toMatchObject({ caches: [], workers: [] });
  });
});
