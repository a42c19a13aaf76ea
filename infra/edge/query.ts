/** A query as CloudFront hands it over. */
export type QueryValues = Record<string, { value: string; multiValue?: { value: string }[] }>;

/** As it was written, without its mark. */
export function queryOf(values: QueryValues): string {
  return Object.keys(values)
    .map((name) => {
      const entry = values[name] || { value: '' };
      return (entry.multiValue || [entry])
        .map((each) => (each.value === '' ? name : `${name}=${each.value}`))
        .join('&');
    })
    .join('&');
}
