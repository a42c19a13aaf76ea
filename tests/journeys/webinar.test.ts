import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { siteJourney, type Visit, visit } from '../support/browser/journey.ts';

const journey = siteJourney();

const open = (given?: Visit) => visit(journey, '/webinar', given);
const filter = (page: Page) => page.getByLabel('Filter by word, person or year');

it('the page has the title, sections, sessions, calendars and feed of the specification', async () => {
  const page = await open();
  expect(await page.title()).toBe('Asiagraphics Web Seminar (AG Webinar) - Asia Graphics Association');
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
    'Asiagraphics Web Seminar (AG Webinar)',
  ]);
  expect(await page.locator('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Latest session',
    'All Sessions',
    'Join Live',
    'Playback of Previous Talks',
    'Mission',
    'Format',
    'Copyright',
    'Working Team',
    'Contact',
  ]);

  const card = (number: number) => page.locator(`#session${number}`);
  // Date, time, chair and speakers, with abstracts collapsed.
  const session = card(33);
  expect(await session.locator('h3').textContent()).toBe('AG Webinar Session 33');
  expect(await session.locator('dd').allTextContents()).toEqual([
    'Tuesday, September 30, 2025',
    '11:00am UTC/GMT7:00pm Beijing/Singapore8:00pm Seoul/Tokyo',
    'Stanford Bunny, Institute of Test Models',
  ]);
  expect(await session.getByRole('link').allTextContents()).toEqual([
    'Stanford Bunny',
    'Add to calendar for session 33',
    'Poster of session 33',
    'Utah Teapot',
  ]);
  const abstract = session.locator('details').first();
  const [text, bio] = [abstract.locator('p').first(), abstract.locator('p').last()];
  expect(await text.isVisible()).toBe(false);
  await abstract.getByText('Abstract and bio').click();
  expect([await text.textContent(), await bio.textContent()]).toEqual([
    expect.stringMatching(/^A sample abstract: /),
    'Flat inside, threefold outside.',
  ]);
  expect([await text.isVisible(), await bio.isVisible()]).toEqual([true, true]);
  // No date is the institution of its chair, and a missing abstract is announced.
  expect(await card(9).locator('dd').last().textContent()).toBe('Sponza Atrium');
  expect(await card(29).locator('details p').first().textContent()).toBe('TBD');
  // A speaker without a picture has initials.
  const portrait = card(34).locator('.portrait');
  expect(await portrait.textContent()).toBe('IS');
  expect(await portrait.getAttribute('aria-hidden')).toBe('true');

  const hrefs = (name: RegExp) =>
    page.getByRole('link', { name }).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(await hrefs(/^Add all sessions to your calendar$/)).toEqual(['/webinar.ics']);
  expect(
    await page
      .locator('.session a[href^="/calendar/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
  ).toEqual(Array.from({ length: 34 }, (_, at) => `/calendar/session${34 - at}.ics`));
  expect(await hrefs(/^Atom feed$/)).toEqual(['/webinar.atom']);

  // The five latest are open; a link to another one, or a word in it, opens its year.
  const shown = () => page.locator('.session:visible').evaluateAll((all) => all.map(({ id }) => id));
  const latest = ['session34', 'session33', 'session32', 'session31', 'session30'];
  expect(await shown()).toEqual(latest);
  await page.getByText('Index of all sessions').click();
  await page.locator('.session-index').getByRole('link', { name: 'Session 14:' }).click();
  await expect
    .poll(shown)
    .toEqual([...latest, ...['20', '19', '18', '17', '16', '15', '14'].map((n) => `session${n}`)]);
  await filter(page).fill('february 22, 2022');
  expect(await shown()).toEqual(['session7']);
  await filter(page).fill('');
  expect(await shown()).toEqual(latest);
});

it('without script, each session is linked by its linktitle to its card, newest first, and there is no filter', async () => {
  const page = await open({ javaScriptEnabled: false });
  const links = page.locator('.session-index a');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    Array.from({ length: 34 }, (_, at) => `#session${34 - at}`),
  );
  expect(await page.locator('.session').evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    Array.from({ length: 34 }, (_, at) => `session${34 - at}`),
  );
  expect(await links.nth(1).textContent()).toBe(
    'Session 33: Hopf Torus, Utah Teapot (Chair: Stanford Bunny)',
  );
  expect(await links.last().textContent()).toMatch(/^Session 1: /);
  expect(await page.locator('.session__title').allTextContents()).toEqual(await links.allTextContents());
  expect(await filter(page).isVisible()).toBe(false);
  expect(await page.locator('.session:visible').count()).toBe(34);
  await links.nth(20).click();
  const top = await page.locator('#session14').evaluate((session) => session.getBoundingClientRect().top);
  expect(Math.round(top)).toBe(100);
});

it('the speakers’ pictures are a jpg, a png, a portrait named after the speaker, also in place of a missing picture; the default replaces those that cannot be loaded', async () => {
  const page = await open();
  const sources = async () => {
    const found: string[] = [];
    for (const number of [33, 32, 31, 30]) {
      const picture = page.locator(`#session${number} img`).first();
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      found.push(await picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname));
    }
    return found;
  };
  expect(await sources()).toEqual([
    expect.stringMatching(/^\/_astro\/hopf-torus\.\w+.*\.webp$/),
    expect.stringMatching(/^\/_astro\/klein-bottle\.\w+.*\.webp$/),
    expect.stringMatching(/^\/_astro\/fandisk\.\w+.*\.webp$/),
    expect.stringMatching(/^\/_astro\/sponza-atrium\.\w+.*\.webp$/),
  ]);
  // An image that arrives but cannot be decoded.
  const noPicture = { contentType: 'image/webp', body: 'no picture' };
  await page.route('**/_astro/*.webp', (route) => route.fulfill(noPicture));
  await page.reload();
  expect(await sources()).toEqual(Array(4).fill('/speaker-default.jpg'));
});
