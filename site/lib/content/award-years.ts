/** The award and year of a file content/awards/<award>-<year>.mdx, and the address of its page. */
export const awardYear = (id: string) => {
  const [award = '', year = ''] = id.split('-');
  return { award, year: Number(year), path: `/awards/${award}${year}` };
};

/** The years in which an award was given, newest first, each with its page. */
export const yearsOf = (award: string, entries: { id: string }[]) =>
  entries
    .map(({ id }) => awardYear(id))
    .filter((one) => one.award === award)
    .sort((a, b) => b.year - a.year);
