import type { AwardPage } from '../../schemas/awards.ts';
import { isVisible } from '../../schemas/fields.ts';
import type { Site } from '../../schemas/site.ts';

/** An award's page in a sentence or two, for search engines and shared links: who received it, and for what. */
export const describeAward = (title: string, page: AwardPage, { name: association }: Site) => {
  if (!isVisible(page)) return `The ${title} of the ${association}.`;
  const { winner, field } = page;
  const who = [winner.name, winner.affiliation].filter(Boolean).join(', ');
  return [`${title} of the ${association}: ${who}.`, ...(field ? [`${field}.`] : [])].join(' ');
};
