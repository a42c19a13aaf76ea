import type { Page } from 'playwright-core';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { overflowOf, sees } from '../support/browser/pages.ts';
import { openWindow, type View } from '../support/browser/user-center.ts';
import { openTab, type WindowOptions } from '../support/browser/windows.ts';
import { sizedViews } from '../support/sizes.ts';

const journey = productJourney({ hasDemoAccounts: true });

/** The card is kept by a worker, which stays in its window. */
const open = (view?: View & Pick<WindowOptions, 'session'>) =>
  openWindow(journey.browser, { ...view, isOwn: true, expected: /Failed to load resource/ });

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
  it('is created, has its address in a QR code that scanners can read, is shown to somebody else, renewed and removed', async () => {
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

    await member.getByRole('button', { name: 'Delete card' }).click();
    await member.getByRole('dialog').getByRole('button', { name: 'Delete card' }).click();
    await sees(member, 'Membership card deleted. Its link no longer works.');
    await member.getByRole('button', { name: 'Create membership card' }).waitFor();
    await stranger.reload();
    await stranger.getByText(REFUSED).waitFor();
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
  it('says so for nothing, a query, which logs would keep, a forged address, a long one, and what is no proof at all, and offers another try without a reply', async () => {
    const nothing = /doesn't contain a membership card/;
    const page = await open();
    for (const [rest, sentence] of [
      ['', nothing],
      ['#teapot', REFUSED],
      ['?token=teapot', nothing],
      [`#${'A'.repeat(500)}`, REFUSED],
      ['#', nothing],
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
  it.each<View>(sizedViews<View>({ width: 390, dark: true }, { width: 1440 }))(
    'is a page of its own that opens without a network, until it is removed, even if the reply to a check comes then; it says that a card was replaced, and forgets it, at %j',
    async (view) => {
      const member = await enterAs('bunny', view);
      const token = new URL(await makeCard(member)).hash;
      const page = await openTab(member);
      await page.goto(`${journey.server.url}/card${token}`);
      await sees(page, 'Stanford Bunny');
      await expect.poll(() => page.url()).toBe(`${journey.server.url}/card`);
      await expectAccessible(page);
      expect(await overflowOf(page)).toBe(0);
      const isKept = () => page.evaluate(async () => (await caches.match('/card')) !== undefined);
      await expect.poll(isKept).toBe(true);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });

      await page.context().setOffline(true);
      await page.goto(`${journey.server.url}/card`);
      await sees(page, "We couldn't check the card now.");
      await sees(page, 'Stanford Bunny');
      await page.locator('.membership-card__code path').waitFor();
      await expectAccessible(page);
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByText("We couldn't check the card now.").waitFor({ state: 'detached' });

      let reply = () => {};
      const isReplyAsked = new Promise<void>((resolve) => {
        reply = resolve;
      });
      await page.route('**/api/membership/proof', async (route) => {
        await isReplyAsked;
        await route.continue();
      });
      // The files are removed once the reply is there.
      await page.evaluate(() => {
        const removed = CacheStorage.prototype.delete;
        CacheStorage.prototype.delete = async function (name) {
          dispatchEvent(new Event('removing'));
          await new Promise((resolve) => addEventListener('replied', resolve, { once: true }));
          return removed.call(this, name);
        };
      });
      const replied = page.waitForResponse('**/api/membership/proof');
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.evaluate(async () => {
        const isRemoving = new Promise((resolve) => addEventListener('removing', resolve));
        document.querySelector<HTMLButtonElement>('.membership-card-section .btn--text')?.click();
        await isRemoving;
      });
      reply();
      await (await replied).finished();
      await page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        dispatchEvent(new Event('replied'));
      });
      await sees(page, 'The card is no longer on this device.');
      await page.reload();
      await sees(page, 'There is no membership card on this device.');
      expect(await isKept()).toBe(false);

      await page.unrouteAll();
      await page.goto(`${journey.server.url}/card#AAAAAAAAAAAAAAAAAAAAAA`);
      await page.reload();
      await sees(page, 'This card is no longer valid.');
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    },
  );
});
