/** Hong Kong has kept UTC+8 without summer time since 1979, so a constant is exact on any machine, in any zone. */
const OFFSET_MILLISECONDS = 8 * 3_600_000;

/** The date in Hong Kong at this instant, YYYY-MM-DD. */
export const hongKongDate = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MILLISECONDS).toISOString().slice(0, 10);

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `1 January 2027` of 2027-01-01. */
export function formatLongDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
