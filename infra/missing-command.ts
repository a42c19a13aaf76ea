import { Command } from 'commander';
import site from '../content/site.json' with { type: 'json' };
import { findMissing } from './missing.ts';
import { repositoryUrl } from './owner.ts';
import { stages } from './stages.ts';

// `npm run missing`: what the owner has to give before each stage is deployed.
new Command('npm run missing --').parse();
for (const stage of Object.values(stages)) {
  const missing = findMissing({ site, stage, repositoryUrl });
  console.log([`${stage.name}: ${missing.length} missing`, ...missing.map((line) => `  ${line}`)].join('\n'));
}
console.log('What is missing on the pages stops no deployment: "npm run content:check -- --pages" lists it.');
