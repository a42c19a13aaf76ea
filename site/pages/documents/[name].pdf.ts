import { basename } from 'node:path';
import type { APIRoute, GetStaticPaths } from 'astro';

/** Each as a `data:` address, because the build moves this file away from content/. */
const documents = import.meta.glob<string>('../../../content/documents/*.pdf', {
  eager: true,
  query: '?inline',
  import: 'default',
});

export const getStaticPaths = (() =>
  Object.entries(documents).map(([path, address]) => ({
    params: { name: basename(path, '.pdf') },
    props: { address },
  }))) satisfies GetStaticPaths;

type Props = ReturnType<typeof getStaticPaths>[number]['props'];

export const GET: APIRoute<Props> = ({ props }) => fetch(props.address);
