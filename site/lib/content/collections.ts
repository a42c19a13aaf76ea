import { getEntry, render } from 'astro:content';
import { AstroError } from 'astro/errors';

/** The words of a page, from content/pages/<id>.mdx. */
export const pageText = async (id: string) => {
  const entry = await getEntry('pages', id);
  if (!entry) throw new AstroError(`content/pages/${id}.mdx is missing`);
  const { Content, headings } = await render(entry);
  return { ...entry.data, Content, headings };
};
