import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stages } from '../../../infra/stages.ts';

// biome-ignore lint/suspicious/noExplicitAny: the parts of a workflow are read field by field
type WorkflowPart = any;

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.github/workflows');
const workflows: Record<string, WorkflowPart> = Object.fromEntries(
  readdirSync(folder).map((file) => [file, parse(readFileSync(join(folder, file), 'utf8'))]),
);
const stepsOf = ({ jobs }: WorkflowPart) =>
  Object.values<WorkflowPart>(jobs).flatMap<WorkflowPart>(({ steps }) => steps);
const commandsOf = (each: WorkflowPart) => stepsOf(each).flatMap(({ run }) => run ?? []);

describe.each(Object.entries(workflows))('the workflow %s', (file, each) => {
  it('names each action by its commit, which nobody can move, with the version for Dependabot', () => {
    const named = readFileSync(join(folder, file), 'utf8').match(/uses: .*/g) ?? [];
    expect(named).toHaveLength(stepsOf(each).filter(({ uses }) => uses).length);
    for (const line of named) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
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

it('each script that a workflow runs by its name exists', () => {
  const commands = Object.values(workflows).flatMap(commandsOf).join('\n');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const asked = Array.from(commands.matchAll(/npm run ([\w:-]+)/g), ([, name]) => name);
  expect(asked).toContain('deploy');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(asked));
});

it('each push and pull request is checked by .ci/run', () => {
  const { on, jobs } = workflows['check.yml'];
  expect(on).toEqual({ push: null, pull_request: null });
  expect(jobs.everything.steps.map(({ run }: WorkflowPart) => run)).toContain('bash .ci/run');
});

it('a deployment is tested first, by a job without a role, and has a role instead of keys', () => {
  const each = workflows['deploy.yml'];
  expect(each.on.workflow_dispatch.inputs.stage.options.toSorted()).toEqual(Object.keys(stages).toSorted());
  const { tests, deploy } = each.jobs;
  const stepsIn = ({ steps }: WorkflowPart) =>
    steps.map(({ run, uses }: WorkflowPart) => run ?? uses.split('@')[0]).slice(2);
  expect(tests).toMatchObject({ permissions: { contents: 'read' } });
  expect([tests.permissions['id-token'], tests.environment]).toEqual([undefined, undefined]);
  expect(stepsIn(tests)).toEqual(['npm ci', 'npm test']);
  expect(deploy).toMatchObject({
    needs: 'tests',
    environment: expect.stringContaining('inputs.stage'),
    permissions: { contents: 'read', 'id-token': 'write' },
  });
  expect(stepsIn(deploy)).toEqual([
    'npm ci',
    'aws-actions/configure-aws-credentials',
    expect.stringMatching(
      /^npm run deploy -- --stage "\$STAGE" --yes \$\{RELEASE:\+--release "\$RELEASE"\}$/,
    ),
  ]);
  // The role lasts as long as the job, which may have to roll back at its end.
  const signIn = deploy.steps.find(({ uses }: WorkflowPart) => uses?.startsWith('aws-actions'));
  const seconds = signIn.with['role-duration-seconds'];
  expect(seconds).toBe(deploy['timeout-minutes'] * 60);
  const guide = readFileSync(join(root, 'docs/deploy-from-github.md'), 'utf8');
  expect(guide).toContain(`--max-session-duration ${seconds}`);
  expect(JSON.stringify(each)).not.toMatch(/access-key/i);
});
