import { Awards } from '../../site/schemas/awards.ts';
import { Series } from '../../site/schemas/conferences.ts';

/** A web page that says so, for records that need one. */
export const source = 'https://example.org/source';

export const youngAward = Awards.parse([
  { id: 'young', name: 'Young Award', rule: 'x', figure: 'hopf', caption: 'x', source },
]);

/** A series of conferences. */
export const makeSeries = (given: object): Series =>
  Series.parse({
    shortName: 'GMP',
    name: 'Geometry',
    since: 2000,
    summary: 'x',
    figure: 'hopf',
    pages: [{ text: 'Home', href: '/GMPHome' }],
    ...given,
  });
