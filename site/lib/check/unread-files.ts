import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { pictureFiles, portraitFiles } from './kinds.ts';

const archived = 'archive/documents/*';
const linked = 'documents/*.pdf';

const sentenceOf = (path: string) => {
  if (matchesGlob(path, archived))
    return 'No list of the archive names this document. Name it by "file" in content/archive/gmp.json, or delete it.';
  if (matchesGlob(path, linked))
    return `No page links to this document. Link to it as /${path}, or delete it.`;
  if (matchesGlob(path, portraitFiles))
    return 'No page shows this picture. Officers, award winners and speakers have one: name it after one of them, as first-last.jpg or first-last.png, or delete it.';
  return 'No page shows this picture. Put it into the text beside it as ![what it shows](./picture.jpg), or delete it.';
};

/**
 * Pictures and documents that no page reads; the build would publish all but the archive's. `named` are those of texts and
 * of the archive. Each list in `choices` has the possible pictures of a person, of which the first that exists is shown.
 */
export const findUnreadFiles = (
  folder: URL,
  named: readonly string[],
  choices: readonly (readonly string[])[],
): string[] => {
  const files = globSync([pictureFiles, archived, linked], { cwd: folder, exclude: ['posters/*'] }).map(
    (path) => path.replaceAll('\\', '/'),
  );
  const read = new Set([
    ...named,
    ...choices.flatMap((paths) => paths.find((path) => files.includes(path)) ?? []),
  ]);
  return files
    .filter((path) => !read.has(path))
    .sort()
    .map((path) => `content/${path}: ${sentenceOf(path)}`);
};
