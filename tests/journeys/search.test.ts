import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { writeSearch } from '../../site/lib/build/search-index.ts';
import { findAccessViolations } from '../support/browser/axe.ts';
import { siteJourney, visit } from '../support/browser/journey.ts';
import { focused } from '../support/browser/keyboard.ts';

const dist = join(import.meta.dirname, '../../dist/site');
const journey = siteJourney();

const results = (page: Page) => page.locator('.search ol > li > a');
const openByKey = async (page: Page, key: string) => {
  await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
};

it('search is not loaded before it is used; finds a person by the keyboard alone, and Enter leads there', async () => {
  const page = await visit(journey, '/news');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  expect(asked.filter((path) => path.startsWith('/pagefind/'))).toEqual([]);
  await openByKey(page, 'Control+k');
  expect(await focused(page)).toBe('Search this site');
  await page.keyboard.type('Minhyuk Sung');
  await page.getByText(/^\d+ results? for “Minhyuk Sung”$/).waitFor();
  await results(page).first().waitFor();
  expect(await findAccessViolations(page)).toEqual([]);
  const texts = await results(page).allTextContents();
  expect(texts).toContain('Minhyuk Sung');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe(texts[0]);
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('Search this site');
  while ((await focused(page)) !== 'Minhyuk Sung') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/people/minhyuk-sung');
});

it('words inside of a name are found, without their accents, in full-width letters, or beside a number, and none that pages’ words only begin', async () => {
  const page = await visit(journey, '/search?q=min');
  await results(page).first().waitFor();
  await page.getByRole('searchbox').fill('axolotl');
  await page.getByText('No results for “axolotl”').waitFor();
  expect(await results(page).count()).toBe(0);
  for (const [typed, word] of [
    ['padron', 'padron'],
    ['HKD', 'HKD'],
    ['Ｉｇａｒａｓｈｉ', 'Igarashi'],
  ] as const) {
    await page.getByRole('searchbox').fill(typed);
    await page.getByText(new RegExp(`results? for “${word}”$`)).waitFor();
    await results(page).first().waitFor();
  }
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
  const page = await visit(journey, '/search', {
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
    ['健夫', 'igarashi'],
    ['明', 'wang'],
    ['성민', 'sung'],
  ] as const) {
    await page.getByRole('searchbox').fill(words);
    await page.getByText(`1 result for “${words}”`).waitFor();
    await page.locator('.search ol').getByRole('link', { name: found }).waitFor();
  }
});

it('the index has the public pages, and none for one person or behind a password', () => {
  const urls = globSync('pagefind/fragment/*', { cwd: dist }).flatMap((file) => {
    const fragment = gunzipSync(readFileSync(join(dist, file))).toString();
    return fragment.match(/(?<="url":")[^"]+/g) ?? [];
  });
  expect(urls).toEqual(expect.arrayContaining(['/', '/news', '/webinar', '/people/minhyuk-sung']));
  const closed = /^\/(404|login|user|unsubscribe|proof|mail|GMPArchive|search)$/;
  expect(urls.filter((url) => closed.test(url))).toEqual([]);
});
