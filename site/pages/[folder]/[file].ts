import type { APIRoute, GetStaticPaths } from 'astro';
import { listFinishedFiles } from '../../lib/content/collections.ts';

export const getStaticPaths = (async () =>
  (await listFinishedFiles()).map(({ path, readDataAddress }) => {
    const [, folder, file] = path.split('/');
    return { params: { folder, file }, props: { readDataAddress } };
  })) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props }) => fetch(await props.readDataAddress());
