import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Everything in the project that a build of the site reads, besides its packages. */
const SITE_PARTS = [
  'site',
  'content',
  'account-island',
  'functions/contract',
  'functions/shared',
  'functions/payments/fonts',
  '.config',
  'package.json',
];

/** Copies the site with its content into the folder, without Astro's own files. */
async function copySiteParts(project: string, folder: string): Promise<void> {
  for (const part of SITE_PARTS) {
    await cp(join(project, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('.astro/'),
    });
  }
}

/** A copy of the site with its content until the end of the test, in a folder from which the project's packages are found. */
export async function copySite(project: string): Promise<string> {
  await mkdir(join(project, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(project, '.cache/site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await copySiteParts(project, folder);
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
