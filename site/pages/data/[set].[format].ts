import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { dataFormats, formatDataSet, loadDataSets } from '../../lib/content/data-sets.ts';

export const getStaticPaths = async () =>
  (await loadDataSets()).flatMap((set) =>
    dataFormats.map((format) => ({ params: { set: set.name, format }, props: { set, format } })),
  );

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({
  props: { set, format },
}) => new Response(await formatDataSet(set, format, new Date()));
