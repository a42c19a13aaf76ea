import { getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { newsletters } from '../../lib/content/data.ts';
import { finishedFiles } from '../../lib/content/files.ts';
import { sessionPosterPath } from '../../lib/content/webinar.ts';
import { isVisible } from '../../schemas/fields.ts';

/** The finished files that this build offers: all but those of samples and drafts that it leaves out. */
export const getStaticPaths = (async () => {
  const hiddenSessions = await getCollection('webinars', ({ data }) => !isVisible(data));
  const hidden = [
    ...newsletters.issues.flatMap(({ toBeConfirmed: sample }) =>
      sample && !isVisible(sample) ? sample.document : [],
    ),
    ...hiddenSessions.map(({ data }) => sessionPosterPath(data.number)),
  ];
  return [...finishedFiles]
    .filter(([path]) => !hidden.includes(path))
    .map(([path, readDataAddress]) => {
      const [, folder, file] = path.split('/');
      return { params: { folder, file }, props: { readDataAddress } };
    });
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props }) => fetch(await props.readDataAddress());
