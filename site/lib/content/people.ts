const byName = new Intl.Collator('en');
const lastName = (name: string) => name.split(' ').at(-1) ?? name;

/** Sorts people by the last word of their names, then by the whole name. */
export const sortAlphabetically = <Named extends { name: string }>(people: Named[]) =>
  people.toSorted(
    (a, b) => byName.compare(lastName(a.name), lastName(b.name)) || byName.compare(a.name, b.name),
  );

/** People by the first letter of their last names. */
export const groupByInitial = <Named extends { name: string }>(people: Named[]) =>
  [
    ...Map.groupBy(sortAlphabetically(people), ({ name }) =>
      lastName(name).normalize('NFD').slice(0, 1).toUpperCase(),
    ),
  ].map(([initial, named]) => ({ initial, people: named }));
