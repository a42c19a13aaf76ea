/** The number of letters to insert, delete or replace that turn one text into the other. */
export const editDistance = (from: string, to: string) => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [done, letter] of [...from].entries()) {
    let left = done + 1;
    row = row.map((above, at) => {
      if (at === 0) return left;
      const diagonal = (row[at - 1] ?? 0) + (to[at - 1] === letter ? 0 : 1);
      left = Math.min(diagonal, above + 1, left + 1);
      return left;
    });
  }
  return row.at(-1) ?? 0;
};
