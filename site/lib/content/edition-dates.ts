import { MONTHS } from '#shared/hong-kong';

/** `October 14-17`, and `14-17 October`. */
const monthFirst = /(?<month>\p{L}{3,})\.? (?<first>\d{1,2})(?!\d)(?: ?[-–] ?(?<last>\d{1,2})(?!\d))?/gu;
const monthLast = /(?<!\d)(?<first>\d{1,2})(?: ?[-–] ?(?<last>\d{1,2}))? (?<month>\p{L}{3,})/gu;

/** What is wrong with days of a month. Beside a word that is no month's name, numbers are other words. */
const daysProblem = (word: string, first: number, last: number, year: number): string | undefined => {
  // `Oct` is a month too.
  const month = MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (month === -1) return undefined;
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const missing = [first, last].find((day) => day < 1 || day > days);
  if (missing !== undefined) return `There is no ${MONTHS[month]} ${missing} in ${year}.`;
  return last < first ? `${word} ${first}-${last} ends before it begins.` : undefined;
};

/** What is wrong with text that looks like the days of an edition; other words are right. */
export const findDatesProblem = (dates: string): string | undefined => {
  const year = Number(/\b\d{4}\b/.exec(dates)?.[0]);
  return [...dates.matchAll(monthFirst), ...dates.matchAll(monthLast)]
    .map(({ groups }) => {
      const { month = '', first = '', last = first }: Partial<Record<string, string>> = groups ?? {};
      return daysProblem(month, Number(first), Number(last), year);
    })
    .find((problem) => problem !== undefined);
};
