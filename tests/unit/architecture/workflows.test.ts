import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stages } from '../../../infra/stages.ts';

interface Step {
  run?: string;
  uses?: string;
  env?: Record<string, string>;
}
interface Job {
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  environment?: string;
  steps: Step[];
}
interface Workflow {
  // biome-ignore lint/suspicious/noExplicitAny: events of every shape
  on: Record<string, any>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const workflows = Object.fromEntries(
  readdirSync(folder).map((file) => [file, parse(readFileSync(join(folder, file), 'utf8')) as Workflow]),
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const workflow = (file: string): Workflow => {
  const found = workflows[file];
  if (found === undefined) throw new Error(`.github/workflows/${file} is missing`);
  return found;
};
const jobsOf = ({ jobs }: Workflow) => Object.values(jobs);
const stepsOf = (each: Workflow) => jobsOf(each).flatMap(({ steps }) => steps);
const commandsOf = (each: Workflow) => stepsOf(each).flatMap(({ run }) => run ?? []);

describe.each(Object.entries(workflows))('the workflow %s', (_, each) => {
  it('ends by itself, and each step runs a command or an action of a fixed version', () => {
    for (const job of jobsOf(each)) expect(job['timeout-minutes']).toBeGreaterThan(0);
    for (const { run, uses } of stepsOf(each)) {
      expect([run, uses].filter((part) => part !== undefined)).toHaveLength(1);
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    }
  });

  it('runs scripts that exist', () => {
    const called = commandsOf(each).flatMap((run) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    );
    for (const name of called) expect(Object.keys(scripts)).toContain(name);
  });

  it('puts no text of others into a command, and gives others’ code no rights', () => {
    expect(commandsOf(each).join('\n')).not.toContain('${{');
    expect(Object.keys(each.on)).not.toContain('pull_request_target');
    if ('pull_request' in each.on) {
      expect(each.permissions).toEqual({ contents: 'read' });
      expect(JSON.stringify(each)).not.toContain('secrets.');
    }
  });
});

it('each push and pull request is checked by .ci/run', () => {
  const { on, jobs } = workflow('check.yml');
  expect(on).toEqual({ push: null, pull_request: null });
  expect(jobs['everything']?.steps.map(({ run }) => run)).toContain('bash .ci/run');
});

it('a deployment is tested first, without credentials, and has a role instead of keys', () => {
  const each = workflow('deploy.yml');
  expect(each.on['workflow_dispatch'].inputs.stage.options.toSorted()).toEqual(
    Object.keys(stages).toSorted(),
  );
  const [job] = jobsOf(each);
  expect(job).toMatchObject({
    environment: expect.stringContaining('inputs.stage'),
    permissions: { contents: 'read', 'id-token': 'write' },
  });
  const order = job?.steps.map(({ run, uses }) => run ?? uses?.split('@')[0]);
  expect(order?.slice(2)).toEqual([
    'npm ci',
    'npm test',
    'aws-actions/configure-aws-credentials',
    'npm run deploy -- --stage "$STAGE" --yes',
  ]);
  expect(JSON.stringify(each)).not.toMatch(/access-key/i);
});
