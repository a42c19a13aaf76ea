import { execFileSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import site from '../content/site.json' with { type: 'json' };
import { functionNames } from '../functions/platform/time-limits.ts';
import { buildFunction } from './build-functions.ts';
import { findMissing } from './missing.ts';
import { repositoryUrl } from './owner.ts';
import { stages } from './stages.ts';

// `npm run build`: the site and the functions for a deployment, without samples.
const { allowMissing } = new Command('npm run build --')
  .option('--allow-missing', 'build for a trial, although facts are missing that a published site needs')
  .parse()
  .opts<{ allowMissing?: true }>();

const missing = allowMissing ? [] : findMissing({ site, stage: stages.production, repositoryUrl });
for (const line of missing) console.error(line);
if (missing.length > 0) {
  console.error('The site can\'t be published yet. For a trial, run "npm run build -- --allow-missing".');
  process.exit(1);
}

process.env['SAMPLES'] = 'no';
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
// Mistakes are printed at once and end the build; what the pages still lack stands at its end, where it is seen.
const missingByPage = execFileSync(process.execPath, ['site/lib/check/content-check.ts', '--pages'], {
  cwd: root,
  stdio: ['inherit', 'pipe', 'inherit'],
});
// Of an earlier build.
for (const folder of ['cdk', 'documents']) await rm(join(dist, folder), { recursive: true, force: true });
await cp(join(root, 'content/archive/documents'), join(dist, 'documents'), {
  recursive: true,
  filter: (path) => !basename(path).startsWith('sample-'),
});
execFileSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--root', 'site'], {
  cwd: root,
  stdio: 'inherit',
});
const folders = await Promise.all(functionNames.map((name) => buildFunction(name)));
for (const folder of folders) console.log(`functions: ${folder}`);
process.stdout.write(missingByPage);
