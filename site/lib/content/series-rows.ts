type Held = { year: number; heldWith?: number | undefined; link?: string | undefined };

/** The rows of a series' table: one for each edition, those held together in one. */
export const seriesRows = <Edition extends Held>(editions: Edition[]) =>
  editions
    .filter(({ heldWith }) => heldWith === undefined)
    .map((edition) => ({
      ...edition,
      years: [...editions.filter(({ heldWith }) => heldWith === edition.year), edition],
    }));
