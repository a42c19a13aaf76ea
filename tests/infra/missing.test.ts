import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMissing, type GivenFacts } from '../../infra/missing.ts';

const facts: GivenFacts = {
  site: {
    address: 'https://www.example.org',
    mail: { contact: {} },
    registration: {},
    fees: { since: 2024 },
  },
  stage: {
    name: 'production',
    keepsData: true,
    account: '111122223333',
    domain: { name: 'www.example.org', certificateArn: '' },
    alarmEmail: 'operator@example.org',
    paymentLinks: [
      { id: '', type: 'professional', url: '' },
      { id: '', type: 'student', url: '' },
    ],
  },
  repositoryUrl: 'https://github.com/owner/name',
};
const withSite = (changes: object): GivenFacts => ({ ...facts, site: { ...facts.site, ...changes } });
const withStage = (changes: object): GivenFacts => ({ ...facts, stage: { ...facts.stage, ...changes } });
const empty = { account: undefined, domain: undefined, alarmEmail: undefined, paymentLinks: [] };

it('a stage with all that its owner has to give misses nothing', () =>
  expect(findMissing(facts)).toEqual([]));

it.each([
  [
    withStage({ account: undefined }),
    'infra/owner.ts, production.account: enter the AWS account, 12 digits.',
  ],
  [
    withSite({ address: 'https://www.example.com' }),
    'content/site.json, address: enter https://www.example.org instead of https://www.example.com.',
  ],
  [
    withStage({ paymentLinks: [{ type: 'student' }] }),
    'infra/owner.ts, production.paymentLinks: enter a payment link for each of: professional.',
  ],
  [withSite({ mail: { contact: { sample: true } } }), 'content/site.json, mail.contact: enter the mailbox'],
])('a missing fact has one line, with file, field and where to find it: %#', (given, beginning) => {
  const [line, ...others] = findMissing(given);
  expect(others).toEqual([]);
  expect(line?.startsWith(beginning), line).toBe(true);
  expect(line).toMatch(/ From: [^.]+.*\.$/);
});

it('a stage for trials needs its account alone', () =>
  expect(findMissing(withStage({ ...empty, name: 'staging', keepsData: false }))).toEqual([
    expect.stringMatching(/^infra\/owner\.ts, staging\.account/),
  ]));

it('npm run missing, the build and a deployment say the same lines of both files, and build and deployment stop', async () => {
  const run = (program: string, ...args: string[]) =>
    new Promise<{ code: unknown; lines: string[] }>((resolve) => {
      const file = join(import.meta.dirname, '../../infra', program);
      execFile(process.execPath, [file, ...args], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, lines: (stdout + stderr).trim().split('\n') }),
      );
    });
  const [listed, built, deployed] = await Promise.all([
    run('missing-command.ts'),
    run('build.ts'),
    run('release/deploy-command.ts', '--stage', 'production', '--yes'),
  ]);
  const end = listed.lines.findIndex((line) => line.startsWith('staging:'));
  const missing = listed.lines.slice(1, end).map((line) => line.trim());
  expect([listed.code, listed.lines[0]]).toEqual([0, `production: ${missing.length} missing`]);
  expect(missing).toContainEqual(expect.stringMatching(/^infra\/owner\.ts, production\.account/));
  expect(missing).toContainEqual(expect.stringMatching(/^content\/site\.json, registration/));
  expect(built.code).toBe(1);
  expect(built.lines.slice(0, -1)).toEqual(missing);
  expect(built.lines.at(-1)).toContain('npm run build -- --allow-missing');
  expect(deployed).toEqual({
    code: 1,
    lines: ["production can't be deployed yet. Nothing was changed.", ...missing],
  });
});
