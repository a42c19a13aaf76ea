type Heading = { depth: number; slug: string; text: string };

const isArticle = ({ text }: Heading) => /^Article \d+$/.test(text);

/** The second-level headings of a text, each with the third-level ones below it; articles have their numbers. */
export const outline = (headings: Heading[]) => {
  const starts = headings.flatMap(({ depth }, at) => (depth === 2 ? [at] : []));
  return starts.flatMap((start, nth) => {
    const [part, ...inner] = headings.slice(start, starts[nth + 1]);
    return part ? [{ ...part, inner: inner.filter((one) => one.depth === 3 && !isArticle(one)) }] : [];
  });
};
