import { nav } from './data.ts';

/** The pages that a series has of its own, in the order of their breadcrumb. */
export const seriesPages = {
  pg: {
    name: 'Pacific Graphics',
    pages: [
      { text: 'Home', href: '/PacificGraphics' },
      { text: 'Conferences', href: '/PGConferences' },
    ],
  },
  gmp: {
    name: 'Geometric Modeling and Processing',
    pages: [
      { text: 'Home', href: '/GMPHome' },
      { text: 'Conferences', href: '/GMPConferences' },
      { text: 'Procedures', href: '/GMPProcedures' },
      { text: 'Archive', href: '/GMPArchive' },
    ],
  },
} as const;

/** Whether a page belongs to a series, and so below Conferences. */
const isOfSeries = (path: string) =>
  Object.values(seriesPages).some(({ pages }) => pages.some(({ href }) => href === path));

/** The menu of the page at a path, with that page marked, or the one that it is below. */
export const menuItems = (path: string) =>
  nav.map(({ text, href }) => {
    const isBelow = path.startsWith(`${href}/`) || (href === '/conferences' && isOfSeries(path));
    return {
      text,
      href,
      current: href === path ? ('page' as const) : isBelow ? ('true' as const) : undefined,
    };
  });

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
