import { MONTHS } from '#shared/hong-kong';
import { editDistance } from './edit-distance.ts';

/** `October 14-17`, and `14-17 October`. */
const monthFirst = /(?<month>\p{L}{3,})\.? (?<first>\d{1,2})(?!\d)(?: ?[-–] ?(?<last>\d{1,2})(?!\d))?/gu;
const monthLast = /(?<!\d)(?<first>\d{1,2})(?: ?[-–] ?(?<last>\d{1,2}))? (?<month>\p{L}{3,})/gu;

/** What is wrong with days and the word beside them, which may be no month's name, nor close to one. */
const daysProblem = (word: string, first: number, last: number, year: number): string | undefined => {
  // `Oct` is a month too.
  const month = MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (month === -1) {
    // Every word of three letters is close to `May`.
    const meant = MONTHS.find((name) => name.length > 3 && editDistance(word, name) === 1);
    return meant && `"${word}" isn't a month. Did you mean ${meant}?`;
  }
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
