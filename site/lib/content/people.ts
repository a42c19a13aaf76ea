const byName = new Intl.Collator('en');
const lastName = (name: string) => name.split(' ').at(-1) ?? name;

/** People by the last word of their names, then by the whole. */
export const alphabetical = <Named extends { name: string }>(people: Named[]) =>
  people.toSorted(
    (a, b) => byName.compare(lastName(a.name), lastName(b.name)) || byName.compare(a.name, b.name),
  );
