import { getCollection } from 'astro:content';
import { escapeHtml } from '#shared/text';
import { isVisible } from '../../schemas/fields.ts';
import { firstNewsYear } from '../../schemas/news.ts';
import type { WebinarSession } from '../../schemas/webinar.ts';
import { loadAwardPages, loadSessions } from './collections.ts';
import { issues } from './files.ts';
import { sessionLinkTitle, sessionPath } from './webinar.ts';

/** A news item that the site writes from the data of what it announces; `of` names that: `session-34`. */
type Announcement = {
  of: string;
  /** As exactly as it is known: 2025-10-28, 2024-09 or 2022. */
  date: string;
  /** One sentence. */
  html: string;
  sample: boolean;
};

const link = (text: string, href: string) => `<a href="${href}">${escapeHtml(text)}</a>`;

/** A session of the web seminar, on its day. */
const announceSession = (session: WebinarSession): Announcement => ({
  of: `session-${session.number}`,
  date: session.date,
  html: `AG Webinar ${link(sessionLinkTitle(session), sessionPath(session.number))}`,
  sample: session.sample === true,
});

const released = (issues: string, verb: string) =>
  `${link(issues, '/newsletter')} ${verb} been released and sent to all members.`;

/** The issues of the newsletter whose day of release is known. */
const announceIssues = (): Announcement[] =>
  issues.flatMap(({ number, release }) =>
    release
      ? [{ of: `newsletter-${number}`, ...release, html: released(`Newsletter Issue ${number}`, 'has') }]
      : [],
  );

/** The issues without a known day, in one sentence of HTML; undefined if there is none. */
export const describeUndatedIssues = () => {
  const numbers = issues.filter(({ release }) => !release).map(({ number }) => number);
  if (numbers.length === 0) return undefined;
  return numbers.length === 1
    ? released(`Newsletter Issue ${numbers[0]}`, 'has')
    : released(`Newsletter Issues ${numbers.at(-1)} to ${numbers[0]}`, 'have');
};

/** The place on the News page that announces an issue. */
export const issueAnchor = ({ number, release }: (typeof issues)[number]) =>
  release ? `/news#newsletter-${number}` : '/news#newsletter';

/** An award of a year, given to its winner, if that is known. */
const announceAward = (given: Awaited<ReturnType<typeof loadAwardPages>>[number]): Announcement => {
  const { award, year, path, page } = given;
  const { winner, announced, talk } = page;
  const isKnown = isVisible(page);
  const receiver = [winner.name, ...(winner.affiliation ? [`(${winner.affiliation})`] : [])].join(' ');
  return {
    of: `${award.id}-${year}`,
    date: announced ?? talk?.date ?? `${year}`,
    html: `The ${year} ${link(award.name, path)} has been given${isKnown ? ` to ${escapeHtml(receiver)}` : ''}.`,
    sample: isKnown && page.sample === true,
  };
};

/** The news, newest first: what editors wrote, and an announcement of whatever they did not write about. */
export const listNews = async () => {
  const entries = await getCollection('news', ({ data }) => isVisible(data));
  const written = entries.map((entry) => ({ ...entry.data, entry }));
  const replaced = new Set(written.map(({ of }) => of));
  const announcements = [
    ...(await loadSessions()).map(announceSession),
    ...announceIssues(),
    ...(await loadAwardPages()).map(announceAward),
  ].filter(({ of, date }) => !replaced.has(of) && date >= `${firstNewsYear}`);
  return [...written, ...announcements].toSorted((a, b) => b.date.localeCompare(a.date));
};

export type NewsEntry = Awaited<ReturnType<typeof listNews>>[number];
