import { hongKongDate } from '#shared/hong-kong';

/** Today in Hong Kong, where the association keeps its calendar, as YYYY-MM-DD. */
export const todayInHongKong = (): string => hongKongDate(new Date());

/** The month of the log, which is kept in UTC, as YYYY-MM. */
export const currentMonthUtc = (): string => new Date().toISOString().slice(0, 7);
