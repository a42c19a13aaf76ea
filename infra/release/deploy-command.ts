import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Command } from 'commander';
import site from '../../content/site.json' with { type: 'json' };
import { findMissing } from '../missing.ts';
import { repositoryUrl } from '../owner.ts';
import { type Stage, stageOf, stages } from '../stages.ts';
import { type DeployTools, deploy } from './deploy.ts';
import { ReleaseError } from './release-error.ts';
import { checkSite, readCanary } from './site-checks.ts';

const infra = join(import.meta.dirname, '..');
const programs = join(infra, '../node_modules/.bin');
const MAX_OUTPUT_BYTES = 100_000_000;

const run: DeployTools['run'] = async (program, args, how) => {
  const shown = how ? 'inherit' : 'pipe';
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: infra,
    env: { ...process.env, PATH: `${programs}:${process.env['PATH']}`, AWS_PAGER: '' },
    stdio: ['ignore', shown, shown],
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (error) throw new ReleaseError(`"${program}" can't be started. Is it installed?`, { cause: error });
  // Nothing was caught of what was shown. The CDK writes differences to standard error, and hints to it beside a list.
  const [output, errors] = [stdout ?? '', stderr ?? ''];
  return { code: status ?? 1, output: status !== 0 || output.trim() === '' ? output + errors : output };
};

async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

// `npm run deploy -- --stage NAME`
const command = new Command('npm run deploy --')
  .requiredOption('--stage <NAME>', `the stage: ${Object.keys(stages).join(', ')}`)
  .option('--release <COMMIT>', 'deploy the kept files of an earlier deployment, without building')
  .option('--yes', 'deploy without asking')
  .parse();
const { stage: name, release, yes = false } = command.opts<{ stage: string; release?: string; yes?: true }>();
try {
  const stage = stageOf(name);
  if (stage === undefined)
    throw new ReleaseError(`Unknown stage "${name}". Stages: ${Object.keys(stages).join(', ')}.`);
  const tools = {
    run,
    print: console.log,
    ask,
    checkSite,
    wait,
    findMissing: (stage: Stage) => findMissing({ site, stage, repositoryUrl }),
    canary: readCanary(process.env),
  };
  process.exit((await deploy(stage, { yes, release }, tools)) ? 0 : 1);
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exit(1);
}
