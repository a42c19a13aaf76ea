/** Today in Hong Kong, where the association keeps its calendar, as YYYY-MM-DD. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date());
