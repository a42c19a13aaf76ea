import { Feed } from 'feed';
import { type HastNode, htmlToHast, markdownToHtml } from 'satteri';
import { escapeHtml } from '#shared/text';
import type { WebinarSession } from '../../schemas/webinar.ts';
import { site } from './data.ts';
import { formatDay } from './dates.ts';
import type { NewsEntry } from './news.ts';
import {
  localTimes,
  sessionCalendarPath,
  sessionHours,
  sessionLinkTitle,
  sessionPath,
  sessionTalks,
} from './webinar.ts';

/** The Atom feeds (RFC 4287), each with the page that it follows. */
export const newsFeed = { title: 'News', path: '/news.atom', page: '/news' };
export const webinarFeed = { title: 'AG Webinar', path: '/webinar.atom', page: '/webinar' };

/** The feeds that a page names in its head. */
export const listFeeds = (path: string) =>
  [newsFeed, webinarFeed].filter(({ page }) => path === '/' || path === page);

type Entry = {
  name: string;
  path: string;
  title: string;
  html: string;
  date: Date;
  sample?: boolean | undefined;
};

const formatFeed = ({ title, path, page }: typeof newsFeed, entries: Entry[]) => {
  const { name, address } = site;
  const addressOf = (to: string) => new URL(to, address).href;
  // RFC 4151: a name that stays when the entry moves. The domain was the association's in 2021.
  const tagOf = (what: string) => `tag:${new URL(address).hostname},2021:${what}`;
  const sorted = entries.toSorted((a, b) => b.date.getTime() - a.date.getTime());
  const feed = new Feed({
    id: tagOf(path.slice(1)),
    title: `${title} - ${name}`,
    link: addressOf(page),
    feed: addressOf(path),
    // RFC 4287, section 4.1.1: a feed has a date, even without entries.
    updated: sorted[0]?.date ?? new Date(0),
    author: { name, link: address },
    generator: false,
  });
  for (const entry of sorted)
    feed.addItem({
      id: tagOf(entry.name),
      title: escapeHtml(entry.sample ? `Sample: ${entry.title}` : entry.title),
      link: addressOf(entry.path),
      content: entry.html,
      date: entry.date,
      published: entry.date,
    });
  return feed.atom1();
};

const textOf = (node: HastNode): string => {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
};

const LONGEST_TITLE = 120;

/** News items have no titles: the first paragraph of the text, cut after a word. */
const newsTitle = (html: string) => {
  const [paragraph = ''] = textOf(htmlToHast(html)).split('\n');
  if (paragraph.length <= LONGEST_TITLE) return paragraph;
  return `${paragraph.slice(0, LONGEST_TITLE).replace(/[\s,:;.]*\s\S*$/, '')}…`;
};

/** The feed of the News page. The name of an entry never changes, also when an editor rewrites the item. */
export const formatNewsFeed = (items: NewsEntry[], builtAt: Date) =>
  formatFeed(
    newsFeed,
    items.map((item) => {
      const isWritten = 'entry' in item;
      const html = isWritten ? markdownToHtml(item.entry.body ?? '').html.trim() : `<p>${item.html}</p>`;
      return {
        name: `news/${isWritten ? (item.of ?? item.entry.id.split('/').at(-1)) : item.of}`,
        path: `/news#y${item.date.slice(0, 4)}`,
        title: newsTitle(html),
        // Links lead to the site from other places too.
        html: html.replaceAll('href="/', `href="${new URL('/', site.address).href}`),
        date: new Date(Math.min(Date.parse(item.date), builtAt.getTime())),
        sample: item.sample,
      };
    }),
  );

/** The feed of the web seminar. An entry has its session's date; before the session, the date of the build. */
export const formatWebinarFeed = (sessions: WebinarSession[], builtAt: Date) =>
  formatFeed(
    webinarFeed,
    sessions.map((session) => {
      const { number, date, sample } = session;
      const { start } = sessionHours(session);
      const calendar = new URL(sessionCalendarPath(number), site.address).href;
      return {
        name: `webinar/session${number}`,
        path: sessionPath(number),
        title: sessionLinkTitle(session),
        html: [
          ...sessionTalks(session).map((talk) => escapeHtml(talk)),
          escapeHtml([formatDay(date), ...localTimes(session)].join(', ')),
          `<a href="${calendar}">Add to calendar</a>`,
        ]
          .map((line) => `<p>${line}</p>`)
          .join(''),
        date: start < builtAt ? start : builtAt,
        sample,
      };
    }),
  );
