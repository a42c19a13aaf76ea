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
export const isOfSeries = (path: string) =>
  Object.values(seriesPages).some(({ pages }) => pages.some(({ href }) => href === path));
