import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import type { FunctionName } from '../functions/platform/time-limits.ts';
import { addChecks } from './constructs/nag.ts';
import { readSiteBuild } from './edge/site-build.ts';
import { type BuildOutput, Deployment } from './stacks/deployment.ts';
import { stages } from './stages.ts';

function readBuild(dist: string): BuildOutput {
  const functionFolder = (name: FunctionName) => {
    const folder = join(dist, 'functions', name);
    if (existsSync(folder)) return folder;
    throw new Error(`The functions haven't been built. ${folder} is missing. Run "npm run build" first.`);
  };
  return { site: readSiteBuild(dist), functionFolder };
}

const app = new App();
try {
  const build = readBuild(app.node.tryGetContext('dist') ?? join(import.meta.dirname, '..', 'dist'));
  for (const stage of Object.values(stages)) new Deployment(app, stage, build);
  addChecks(app);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
