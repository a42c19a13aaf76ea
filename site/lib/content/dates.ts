/** 2025-10-28 as the News page prints it: 2025.10.28. */
export const dotted = (day: string) => day.replaceAll('-', '.');

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** 2025-10-28 in words: Tuesday, October 28, 2025. */
export const inWords = (day: string) => long.format(new Date(day));
