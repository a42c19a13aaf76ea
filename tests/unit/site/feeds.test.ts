import { parseFeed } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { site } from '../../../site/lib/content/data.ts';
import { formatNewsFeed, formatWebinarFeed, listFeeds } from '../../../site/lib/content/feeds.ts';
import { WebinarSession } from '../../../site/schemas/webinar.ts';

const news = (name: string, body: string, sample = false) => ({
  name,
  date: name.slice(0, 10),
  body,
  sample,
});
const builtAt = new Date('2026-01-10T08:00:00Z');
const session = (number: number, date: string, sample?: true) =>
  WebinarSession.parse({
    number,
    date,
    talks: [
      { title: 'Shapes & <Surfaces>', speaker: { name: '胡事民', affiliation: 'Tsinghua University' } },
      { title: 'On Pouring', speaker: { name: 'Utah Teapot' } },
    ],
    sources: ['specification'],
    sample,
  });

describe('the feed of the news', () => {
  const feed = formatNewsFeed(
    [
      news('2022-05-30-constitution', 'The [Constitution](/constitution) of *AT&T* was amended.\n\nMore.'),
      news('2025-10-28-webinar-34', `A [word](https://example.org/a?b=1&c=2)${' more'.repeat(40)}`, true),
    ],
    site,
    builtAt,
  );
  const { id, link, title, updated, items, type } = parseFeed(feed) ?? { items: [] };

  it('names itself, its page and its newest date', () =>
    expect({ type, id, link, title, updated: updated?.toISOString() }).toEqual({
      type: 'atom',
      id: 'tag:www.asiagraphics.org,2021:news.atom',
      link: `${site.address}/news`,
      title: 'News - Asia Graphics Association',
      updated: '2025-10-28T00:00:00.000Z',
    }));

  it('has the newest first, each under a name that stays, and leads to its year', () =>
    expect(items.map((item) => [item.id, item.link])).toEqual([
      ['tag:www.asiagraphics.org,2021:news/2025-10-28-webinar-34', `${site.address}/news#y2025`],
      ['tag:www.asiagraphics.org,2021:news/2022-05-30-constitution', `${site.address}/news#y2022`],
    ]));

  it('has the first paragraph as the title, cut after a word, and says what is a sample', () => {
    const [first, second] = items.map((item) => item.title ?? '');
    expect(first).toMatch(/^Sample: A word( more)+…$/);
    expect(first?.length).toBeLessThan(130);
    expect(second).toBe('The Constitution of AT&amp;T was amended.');
  });

  it('has links that work outside of the site', () => {
    expect(feed).toContain(`<a href="${site.address}/constitution">Constitution</a> of <em>AT&amp;T</em>`);
    expect(feed).toContain('<a href="https://example.org/a?b=1&amp;c=2">word</a>');
  });

  it('dates what is to come by the build', () =>
    expect(
      parseFeed(formatNewsFeed([news('2026-01-27', 'Session 35')], site, builtAt))?.items[0]?.pubDate,
    ).toEqual(builtAt));
});

describe('the feed of the web seminar', () => {
  const feed = formatWebinarFeed([session(35, '2026-01-27'), session(34, '2025-10-28', true)], site, builtAt);
  const items = parseFeed(feed)?.items ?? [];

  it('dates a session that is to come by the build, an earlier one by its beginning', () =>
    expect(items.map(({ title, pubDate }) => [title, pubDate?.toISOString()])).toEqual([
      ['Session 35: 胡事民, Utah Teapot', '2026-01-10T08:00:00.000Z'],
      ['Sample: Session 34: 胡事民, Utah Teapot', '2025-10-28T11:00:00.000Z'],
    ]));

  it('says talks, day and local times, and leads to the calendar', () => {
    expect(feed).toContain('<p>“Shapes &amp; &lt;Surfaces&gt;”, 胡事民, Tsinghua University</p>');
    expect(feed).toContain(
      'Tuesday, January 27, 2026, 11:00am UTC/GMT, 7:00pm Beijing/Singapore, 8:00pm Seoul/Tokyo',
    );
    expect(feed).toContain(`href="${site.address}/calendar/session35.ics"`);
  });
});

it.each([
  ['/', ['/news.atom', '/webinar.atom']],
  ['/news', ['/news.atom']],
  ['/webinar', ['/webinar.atom']],
  ['/about', []],
])('%s names its feeds: %j', (path, feeds) =>
  expect(listFeeds(path).map((feed) => feed.path)).toEqual(feeds),
);
