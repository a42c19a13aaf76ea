const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Jan 6, 2025 for 2025-01-06. */
export const shortDate = (date: string): string => short.format(new Date(date));

/** 6 January 2025 for 2025-01-06. */
export const longDate = (date: string): string => long.format(new Date(date));
