import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addChecks } from './constructs/nag.ts';
import { readSiteBuild } from './edge/site-build.ts';
import { type BuildOutput, Deployment } from './stacks/deployment.ts';
import { stages } from './stages.ts';

function readBuilt(dist: string): BuildOutput {
  const codeOf = (name: string) => {
    const folder = join(dist, 'functions', name);
    if (existsSync(folder)) return folder;
    throw new Error(`The functions are not built: ${folder} is missing. Run "npm run build" first.`);
  };
  return {
    site: readSiteBuild(dist),
    apiCode: codeOf('api'),
    mailWorkerCode: codeOf('send-transactional-mail'),
    campaignWorkerCode: codeOf('send-campaigns'),
    mailEventsCode: codeOf('handle-delivery-events'),
    remindersCode: codeOf('remind-members'),
    erasuresCode: codeOf('erase-addresses'),
    reconcilerCode: codeOf('reconcile-payments'),
    receiptsCode: codeOf('make-receipts'),
    auditWatchCode: codeOf('watch-audit-log'),
  };
}

const app = new App();
try {
  const built = readBuilt(app.node.tryGetContext('dist') ?? join(import.meta.dirname, '..', 'dist'));
  for (const stage of Object.values(stages)) new Deployment(app, stage, built);
  addChecks(app);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
