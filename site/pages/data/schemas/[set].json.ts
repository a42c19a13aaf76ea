import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { loadDataSets } from '../../../lib/content/collections.ts';
import { site } from '../../../lib/content/data.ts';
import { formatSchema } from '../../../lib/content/data-files.ts';

export const getStaticPaths = async () =>
  (await loadDataSets()).map((set) => ({ params: { set: set.name }, props: { set } }));

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props: { set } }) =>
  new Response(formatSchema(set, site));
