import type { AwardPage } from '../../schemas/awards.ts';
import type { Site } from '../../schemas/site.ts';

/**
 * What others copy from an award's page, into results of a search and into links: who received it, and for what. Samples
 * are not in it, because their tag would be lost.
 */
export const describeAward = (title: string, page: AwardPage, { name: association }: Site) => {
  const { winner, field, sample } = page;
  if (sample) return `The ${title} of the ${association}.`;
  const who = [winner.name, winner.affiliation].filter(Boolean).join(', ');
  return [`${title} of the ${association}: ${who}.`, ...(field ? [`${field}.`] : [])].join(' ');
};
