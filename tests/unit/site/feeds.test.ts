import { parseFeed } from 'htmlparser2';
import { expect, it } from 'vitest';
import { site } from '../../../site/lib/content/data.ts';
import { formatNewsFeed } from '../../../site/lib/content/feeds.ts';

const builtAt = new Date('2026-01-10T08:00:00Z');
const news = (name: string, body: string, sample = false) => ({
  name,
  date: name.slice(0, 10),
  body,
  sample,
});

it('the feed of the news has the newest first, each under a name that stays, titled by its first paragraph, with links that work outside of the site', () => {
  const text = formatNewsFeed(
    [
      news('2022-05-30-constitution', 'The [Constitution](/constitution) of *AT&T* was amended.\n\nMore.'),
      news('2025-10-28-webinar-34', `A [word](https://example.org/a?b=1&c=2)${' more'.repeat(40)}`, true),
      news('2026-01-27', 'To come'),
    ],
    site,
    builtAt,
  );
  const { id, items } = parseFeed(text) ?? { items: [] };
  expect(id).toBe('tag:www.asiagraphics.org,2021:news.atom');
  expect(items.map((item) => [item.id, item.link])).toEqual([
    ['tag:www.asiagraphics.org,2021:news/2026-01-27', `${site.address}/news#y2026`],
    ['tag:www.asiagraphics.org,2021:news/2025-10-28-webinar-34', `${site.address}/news#y2025`],
    ['tag:www.asiagraphics.org,2021:news/2022-05-30-constitution', `${site.address}/news#y2022`],
  ]);
  expect(items.map((item) => item.title)).toEqual([
    'To come',
    expect.stringMatching(/^Sample: A word( more){1,24}…$/),
    'The Constitution of AT&amp;T was amended.',
  ]);
  // What is to come is dated by the build.
  expect(items[0]?.pubDate).toEqual(builtAt);
  expect(text).toContain(`<a href="${site.address}/constitution">Constitution</a> of <em>AT&amp;T</em>`);
});
