import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findMissing, type PublishedFacts, type PublishedStage } from '../../infra/must-haves.ts';

const site: PublishedFacts = {
  address: 'https://www.example.org',
  mail: { contact: {} },
  registration: {},
  fees: { since: 2024 },
};
const stage: PublishedStage = {
  name: 'production',
  domain: { name: 'www.example.org' },
  alarmEmail: 'operator@example.org',
  paymentLinks: [{ type: 'professional' }, { type: 'student' }],
};

function without(name: 'domain' | 'alarmEmail'): PublishedStage {
  const { [name]: _, ...others } = stage;
  return others;
}

it('a site with all that it needs can be published', () => expect(findMissing(site, stage)).toEqual([]));

it.each([
  [{ ...site, mail: { contact: { sample: true } } }, stage, /"mail\.contact" is a sample/],
  [{ ...site, registration: { sample: true } }, stage, /"registration" is a sample/],
  [{ ...site, fees: { since: 2024, sample: true } }, stage, /"fees" is a sample/],
  [
    site,
    { ...stage, paymentLinks: [{ type: 'student' as const }] },
    /no payment link for these members: professional\./,
  ],
  [site, without('domain'), /has no domain/],
  [site, without('alarmEmail'), /has nobody who gets its alarms/],
  [{ ...site, address: 'https://www.example.com' }, stage, /"address" is www\.example\.com, but the domain/],
])('what is missing is said in one sentence: %#', (facts, deployed, sentence) =>
  expect(findMissing(facts, deployed)).toEqual([expect.stringMatching(sentence)]),
);

it('npm run build stops before it builds, with each sentence and the way to build for a trial', async () => {
  const [code, output] = await new Promise<[unknown, string]>((resolve) =>
    execFile(process.execPath, [join(import.meta.dirname, '../../infra/build.ts')], (error, stdout, stderr) =>
      resolve([error?.code, stdout + stderr]),
    ),
  );
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/^content\/site\.json: "mail\.contact"/),
    expect.stringMatching(/^content\/site\.json: "registration"/),
    expect.stringMatching(/^infra\/stages\.ts: "production" has no payment link .* professional, student\./),
    expect.stringMatching(/^infra\/stages\.ts: "production" has no domain/),
    expect.stringMatching(/^infra\/stages\.ts: "production" has nobody who gets its alarms/),
    expect.stringContaining('npm run build -- --allow-missing'),
  ]);
});
