import * as z from 'zod/mini';
import { daysBetween } from '#shared/hong-kong';

const MOST_DAYS = 400;
const Day = z.iso.date();

/** First and last day of a rehearsal; anything but two days in order is answered with one sentence. */
export function parsePeriod(from = '', to = ''): { from: string; to: string } {
  const areDays = Day.safeParse(from).success && Day.safeParse(to).success;
  const length = daysBetween(from, to);
  if (areDays && length >= 0 && length < MOST_DAYS) return { from, to };
  throw new Error(
    `Give two days, the first not after the last and at most ${MOST_DAYS} days: rehearse --from 2026-11-01 --to 2027-01-15`,
  );
}
