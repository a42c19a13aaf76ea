import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stages } from '../../../infra/stages.ts';

interface Step {
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  environment?: string;
  needs?: string;
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
const workflow = (file: string): Workflow => {
  const found = workflows[file];
  if (found === undefined) throw new Error(`.github/workflows/${file} is missing`);
  return found;
};
const jobsOf = ({ jobs }: Workflow) => Object.values(jobs);
const stepsOf = (each: Workflow) => jobsOf(each).flatMap(({ steps }) => steps);
const commandsOf = (each: Workflow) => stepsOf(each).flatMap(({ run }) => run ?? []);

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

it('each script and each bench that a workflow runs by its name exists', () => {
  const namesIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, name = '']) => name);
  const commands = Object.values(workflows).flatMap(commandsOf).join('\n');
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const asked = namesIn(commands, /npm run ([\w:-]+)/g);
  expect(asked).toContain('deploy');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(asked));
  const benches = namesIn(
    readFileSync(join(root, 'tests/bench/run.ts'), 'utf8'),
    /import\('\.\/([\w-]+)\.ts'\)/g,
  );
  expect(benches).toContain('island-bytes');
  expect(benches).toEqual(expect.arrayContaining(namesIn(commands, /bench -- ([\w-]+)/g)));
});

it('each push and pull request is checked by .ci/run', () => {
  const { on, jobs } = workflow('check.yml');
  expect(on).toEqual({ push: null, pull_request: null });
  expect(jobs['everything']?.steps.map(({ run }) => run)).toContain('bash .ci/run');
});

it('a deployment is tested first, by a job without a role, and has a role instead of keys', () => {
  const each = workflow('deploy.yml');
  expect(each.on['workflow_dispatch'].inputs.stage.options.toSorted()).toEqual(
    Object.keys(stages).toSorted(),
  );
  const { tests, deploy } = each.jobs;
  const stepsIn = (job?: Job) => job?.steps.map(({ run, uses }) => run ?? uses?.split('@')[0]).slice(2);
  expect(tests).toMatchObject({ permissions: { contents: 'read' } });
  expect([tests?.permissions?.['id-token'], tests?.environment]).toEqual([undefined, undefined]);
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
  const seconds = deploy?.steps.find(({ uses }) => uses?.startsWith('aws-actions'))?.with?.[
    'role-duration-seconds'
  ];
  expect(seconds).toBe((deploy?.['timeout-minutes'] ?? 0) * 60);
  const guide = readFileSync(join(root, 'docs/deploy-from-github.md'), 'utf8');
  expect(guide).toContain(`--max-session-duration ${seconds}`);
  expect(JSON.stringify(each)).not.toMatch(/access-key/i);
});
