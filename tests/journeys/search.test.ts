import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeSearch } from '../../site/lib/build/search-index.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const journey = siteJourney();

const results = (page: Page) => page.locator('.search ol > li > a');
const openByKey = async (page: Page, key: string) => {
  await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
};

describe('search in the dialog', () => {
  it('is not loaded before it is used; finds a person by the keyboard alone, and Enter leads there', async () => {
    const { page, expectCleanConsole } = await visit(journey, '/news');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload({ waitUntil: 'networkidle' });
    expect(asked.filter((path) => path.startsWith('/pagefind/'))).toEqual([]);
    await openByKey(page, '/');
    expect(await focused(page)).toBe('Search this site');
    await page.keyboard.type('Minhyuk Sung');
    await page.getByText(/^\d+ results? for “Minhyuk Sung”$/).waitFor();
    await results(page).first().waitFor();
    await expectAccessible(page);
    const texts = await results(page).allTextContents();
    expect(texts).toContain('Minhyuk Sung');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(texts[0]);
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('Search this site');
    while ((await focused(page)) !== 'Minhyuk Sung') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/people/minhyuk-sung');
    expectCleanConsole();
  });

  it('Escape closes it and returns the focus; Ctrl-K opens it again with its words selected; without results it says what to do', async () => {
    const { page } = await visit(journey, '/news');
    const link = page.locator('.header').getByRole('link', { name: 'Search', exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    await page.keyboard.type('webinar');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Search');
    await openByKey(page, 'Control+k');
    await page.keyboard.type('qqqqq');
    expect(await page.getByRole('searchbox').inputValue()).toBe('qqqqq');
    await page.getByText('No results for “qqqqq”. Check the spelling').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'People' }).waitFor();
    await expectAccessible(page);
  });

  it('a slash no longer opens it once that is switched off, until it is switched on again, and in a field is a character', async () => {
    const { page, expectCleanConsole } = await visit(journey, '/news');
    const withSlash = page.getByRole('checkbox', { name: 'Open search with the / key' });
    await openByKey(page, '/');
    expect(await withSlash.isChecked()).toBe(true);
    await withSlash.uncheck();
    await expectAccessible(page);
    await page.goto(`${journey.server.url}/about`);
    const isLeftAlone = await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
      ),
    );
    expect(isLeftAlone).toBe(true);
    await page.goto(`${journey.server.url}/GMPArchive`);
    await openByKey(page, 'Control+k');
    expect(await withSlash.isChecked()).toBe(false);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await withSlash.check();
    await page.keyboard.press('Escape');
    const field = page.getByLabel('Archive password');
    await field.focus();
    await page.keyboard.press('/');
    expect(await field.inputValue()).toBe('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await field.blur();
    await openByKey(page, '/');
    expectCleanConsole();
  });

  it('the switch stays on where the browser blocks storage', async () => {
    const { page, expectCleanConsole } = await visit(journey, '/news', { isOwn: true });
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
    );
    await page.goto(`${journey.server.url}/contact`);
    await openByKey(page, '/');
    const withSlash = page.getByRole('checkbox', { name: 'Open search with the / key' });
    await withSlash.click();
    expect(await withSlash.isChecked()).toBe(true);
    expectCleanConsole();
  });

  it('finds words inside of a name, without their accents, in full-width letters, or beside a number, and none that pages’ words only begin', async () => {
    const { page } = await visit(journey, '/search?q=min');
    await results(page).first().waitFor();
    for (const nothing of ['axolotl', 'zzz']) {
      await page.getByRole('searchbox').fill(nothing);
      await page.getByText(`No results for “${nothing}”`).waitFor();
      expect(await results(page).count()).toBe(0);
    }
    for (const word of ['padron', 'HKD', 'Igarashi']) {
      await page.getByRole('searchbox').fill(word.replace('Igarashi', 'Ｉｇａｒａｓｈｉ'));
      await page.getByText(new RegExp(`results? for “${word}”$`)).waitFor();
      await results(page).first().waitFor();
    }
  });

  it('Enter in the field leads to the page of all results, which keeps the words for Back', async () => {
    const { page, expectCleanConsole } = await visit(journey, '/news');
    await openByKey(page, '/');
    await page.keyboard.type('diffusion');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?q=diffusion');
    await results(page).first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('diffusion');
    await page.getByRole('searchbox').fill('Minhyuk Sung');
    await page.getByText(/results? for “Minhyuk Sung”$/).waitFor();
    await results(page).first().click();
    await page.waitForURL((address) => address.pathname !== '/search');
    await page.goBack();
    await page.getByText(/results? for “Minhyuk Sung”$/).waitFor();
    await expectAccessible(page);
    expectCleanConsole();
  });
});

describe('a failed load', () => {
  it.each([
    ['engine', '**/pagefind/pagefind.js*'],
    ['index', '**/pagefind/*.pf_meta*'],
  ])('of the %s is told, and can be tried again', async (_, address) => {
    let isBroken = true;
    const { page } = await visit(journey, '/search', {
      answers: { [address]: (route) => (isBroken ? route.abort() : route.continue()) },
    });
    await page.getByRole('searchbox').fill('awards');
    await page.getByText('Search can’t be loaded. Check your connection, then try again.').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await results(page).first().waitFor();
    expect(await focused(page)).toBe('Search this site');
  });

  it('of the script leads to the search page, which says what to do', async () => {
    const { page } = await visit(journey, '/news', {
      answers: { '**/pagefind/search.js': (route) => route.abort() },
    });
    await page.keyboard.press('/');
    await page.waitForURL('**/search');
    await page.getByText('Search is loading. If nothing happens').waitFor();
  });
});

it('a name in Chinese script says its language on its page', async () => {
  const { page } = await visit(journey, '/people/utah-teapot');
  expect(await page.locator('main [lang="zh-Hans"]').allTextContents()).toEqual(['犹他茶壶']);
});

it('names in Chinese, Japanese and Korean script are found, whole and by any of their characters', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'search-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const names = { wang: '王小明', igarashi: '五十嵐健夫', sung: '성민혁' };
  await writeSearch(
    Object.entries(names).map(([path, name]) => ({
      path: `/people/${path}`,
      html: `<html lang="en"><main><h1>${path}</h1><p>A name <span lang="zh">${name}</span> here</p></main></html>`,
    })),
    pathToFileURL(`${folder}/`),
  );
  const { page, expectCleanConsole } = await visit(journey, '/search', {
    answers: {
      '**/pagefind/**': (route) => {
        const path = new URL(route.request().url()).pathname.slice('/pagefind/'.length);
        const contentType = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
        const headers = {
          'content-security-policy': "script-src 'self' 'wasm-unsafe-eval'",
          'content-type': contentType,
        };
        return route.fulfill({ body: readFileSync(join(folder, path)), headers });
      },
    },
  });
  for (const [words, found] of [
    ['王小明', 'wang'],
    ['王', 'wang'],
    ['五十嵐', 'igarashi'],
    ['健夫', 'igarashi'],
    ['明', 'wang'],
    ['성민', 'sung'],
  ] as const) {
    await page.getByRole('searchbox').fill(words);
    await page.getByText(`1 result for “${words}”`).waitFor();
    await page.locator('.search ol').getByRole('link', { name: found }).waitFor();
  }
  expectCleanConsole();
});

describe('the index', () => {
  const fragments = globSync('pagefind/fragment/*', { cwd: dist }).map((file) =>
    gunzipSync(readFileSync(join(dist, file))).toString(),
  );
  const urls = fragments.flatMap((text) => text.match(/(?<="url":")[^"]+/g) ?? []);

  it('has the public pages, and none for one person or behind a password', () => {
    expect(urls).toEqual(expect.arrayContaining(['/', '/news', '/webinar', '/people/minhyuk-sung']));
    expect(
      urls.filter((url) => /^\/(404|login|user|unsubscribe|proof|mail|GMPArchive|search)$/.test(url)),
    ).toEqual([]);
  });

  it('is small, and comes without Pagefind’s own interfaces', () => {
    const files = globSync('pagefind/**/*.*', { cwd: dist });
    expect(files.filter((file) => /ui\.|highlight|unknown/.test(file))).toEqual([]);
  });

  it.each([
    ['search.js', 'text/javascript', 'no-cache'],
    ['pagefind-worker.js', 'text/javascript', 'no-cache'],
    ['wasm.en.pagefind', 'application/octet-stream', 'no-cache'],
    ['*.pf_meta', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ])('%s has its type, its caching, and the policy of a worker', async (pattern, type, caching) => {
    const [file = ''] = globSync(`pagefind/${pattern}`, { cwd: dist });
    const reply = await fetch(`${journey.server.url}/${file}`);
    expect(reply.headers.get('content-type')).toContain(type);
    expect(reply.headers.get('cache-control')).toBe(caching);
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  });

  it('asks no page to run WebAssembly', async () => {
    for (const path of ['/', '/search']) {
      const reply = await fetch(journey.server.url + path);
      expect(reply.headers.get('content-security-policy')).not.toContain('unsafe');
    }
  });
});
