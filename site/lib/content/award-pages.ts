import { getCollection } from 'astro:content';
import { awardYear } from './award-years.ts';
import { awards } from './data.ts';

/** One page for each file of content/awards, with its award. */
export const awardPages = async () => {
  const entries = await getCollection('awards');
  return entries.flatMap((entry) => {
    const { award: id, year, path } = awardYear(entry.id);
    const award = awards.find((one) => one.id === id);
    return award ? [{ params: { award: path.replace('/awards/', '') }, props: { award, year, entry } }] : [];
  });
};
