import { getEntry } from 'astro:content';
import { AstroError } from 'astro/errors';

/** The data of a workshop, from content/workshops/<id>.json. */
export const workshopNamed = async (id: string) => {
  const entry = await getEntry('workshops', id);
  if (!entry) throw new AstroError(`content/workshops/${id}.json is missing`);
  return entry.data;
};
