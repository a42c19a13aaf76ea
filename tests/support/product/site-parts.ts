import { cp } from 'node:fs/promises';
import { join } from 'node:path';

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
export async function copySiteParts(project: string, folder: string): Promise<void> {
  for (const part of SITE_PARTS) {
    await cp(join(project, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.includes('.astro/'),
    });
  }
}
