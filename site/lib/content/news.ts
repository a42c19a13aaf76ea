import type { Award, AwardPage } from '../../schemas/awards.ts';
import { isVisible } from '../../schemas/fields.ts';
import { firstNewsYear, type Issue } from '../../schemas/news.ts';
import type { WebinarSession } from '../../schemas/webinar.ts';
import { sessionLinkTitle } from './webinar.ts';

export type SentencePart = string | { text: string; href: string };

/** A news item that the site writes from the data of what it announces; `of` names that: `session-34`. */
export type Announcement = {
  of: string;
  /** As exactly as it is known: 2025-10-28, 2024-09 or 2022. */
  date: string;
  sentence: SentencePart[];
  sample: boolean;
};

/** A sentence as Markdown. */
export const sentenceMarkdown = (sentence: SentencePart[]) => {
  const escaped = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
  return sentence
    .map((part) => (typeof part === 'string' ? escaped(part) : `[${escaped(part.text)}](${part.href})`))
    .join('');
};

const withAffiliation = (name: string, affiliation: string | undefined) =>
  affiliation ? `${name} (${affiliation})` : name;

/** A session of the web seminar, on its day. */
export const announceSession = (session: WebinarSession): Announcement => ({
  of: `session-${session.number}`,
  date: session.date,
  sentence: ['AG Webinar ', { text: sessionLinkTitle(session), href: `/webinar#session${session.number}` }],
  sample: session.sample === true,
});

/** When an issue of the newsletter was released, and whether that is a sample; undefined if it is not known. */
export const releaseOf = ({ date, toBeConfirmed }: Issue) => {
  if (date !== undefined) return { date, sample: false };
  return toBeConfirmed && isVisible(toBeConfirmed) ? { date: toBeConfirmed.date, sample: true } : undefined;
};

const released = (issues: string, verb: string): SentencePart[] => [
  { text: issues, href: '/newsletter' },
  ` ${verb} been released and sent to all members.`,
];

/** The issues of the newsletter whose day of release is known. */
export const announceIssues = (issues: Issue[]): Announcement[] =>
  issues.flatMap((issue) => {
    const release = releaseOf(issue);
    const sentence = released(`Newsletter Issue ${issue.number}`, 'has');
    return release ? [{ of: `newsletter-${issue.number}`, ...release, sentence }] : [];
  });

/** The issues without a known day, in one sentence; undefined if there is none. */
export const undatedIssues = (issues: Issue[]): SentencePart[] | undefined => {
  const numbers = issues.filter((issue) => !releaseOf(issue)).map(({ number }) => number);
  if (numbers.length === 0) return undefined;
  return numbers.length === 1
    ? released(`Newsletter Issue ${numbers[0]}`, 'has')
    : released(`Newsletter Issues ${numbers.at(-1)} to ${numbers[0]}`, 'have');
};

/** The place on the News page that announces an issue. */
export const issueAnchor = (issue: Issue) =>
  releaseOf(issue) ? `/news#newsletter-${issue.number}` : '/news#newsletter';

type GivenAward = { award: Award; year: number; path: string; page: AwardPage };

/** An award of a year, given to its winner, if that is known. */
export const announceAward = ({ award, year, path, page }: GivenAward): Announcement => {
  const { winner, announced, talk } = page;
  const link = { text: award.name, href: path };
  const isKnown = isVisible(page);
  return {
    of: `${award.id}-${year}`,
    date: announced ?? talk?.date ?? `${year}`,
    sentence: isKnown
      ? [`The ${year} `, link, ` has been given to ${withAffiliation(winner.name, winner.affiliation)}.`]
      : [`The ${year} `, link, ' has been given.'],
    sample: isKnown && page.sample === true,
  };
};

type Dated = { date: string; of?: string | undefined };

/** The items that the page shows: what editors wrote, and an announcement of whatever they did not write about. */
export const mergeNews = <Item extends Dated>(
  written: Item[],
  computed: Announcement[],
): (Item | Announcement)[] => {
  const replaced = new Set(written.map(({ of }) => of));
  return [
    ...written,
    ...computed.filter(({ of, date }) => !replaced.has(of) && date >= `${firstNewsYear}`),
  ].toSorted((a, b) => b.date.localeCompare(a.date));
};

/** Items, newest first, by year. Includes every year since the first, even without items. */
export const newsByYear = <Item extends Dated>(items: Item[]) => {
  const lastYear = Number(items[0]?.date.slice(0, 4) ?? firstNewsYear);
  return Array.from({ length: lastYear - firstNewsYear + 1 }, (_, back) => lastYear - back).map((year) => ({
    year,
    items: items.filter(({ date }) => date.startsWith(`${year}`)),
  }));
};
