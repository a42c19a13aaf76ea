import { join } from 'node:path';
import { launchBrowser } from './support/browser/browser.ts';
import { startSite } from './support/product/site.ts';

// For the workflow `preview`: pictures of the pages as they were built last, for editors who can't serve the site.

const folder = join(import.meta.dirname, '../dist/pictures');
const sizes = [
  ['computer', 1440],
  ['phone', 390],
] as const;

const { url, pages, close } = await startSite();
/** One award and one person look like another. */
const pictured = pages.filter(
  (path) => !/^\/(awards|people)\/|^\/(login|user|card|proof|mail|unsubscribe)$/.test(path),
);
const browser = await launchBrowser();
for (const [name, width] of sizes) {
  // Without motion, what moves in while a reader scrolls is there.
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  for (const path of pictured) {
    await page.goto(url + path);
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.allSettled(Array.from(document.images, (image) => image.decode()));
    });
    await page.screenshot({ path: join(folder, name, `${path.slice(1) || 'home'}.png`), fullPage: true });
  }
}
await browser.close();
await close();
console.log(`${pictured.length} pages pictured in dist/pictures.`);
