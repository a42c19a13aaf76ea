import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm run chaos`: the tests whose sizes `support/sizes.ts` sets, in full. */

const root = join(import.meta.dirname, '..');
const sizedTests = [
  'tests/routes/malformed-input.test.ts',
  'tests/routes/import-crash.test.ts',
  'tests/store/members.test.ts',
  'tests/store/fulfilment-faults.test.ts',
  'tests/domain/membership',
  'tests/jobs/mail-under-kill.test.ts',
  'tests/jobs/mail-under-faults.test.ts',
  'tests/jobs/remind-members.test.ts',
  'tests/infra-local/kill-rounds.test.ts',
];

const asked = process.argv.slice(2);
if (asked.length > 0) {
  const usage = ['Usage: npm run chaos', '', 'Run the randomised and crowded tests in full size:'];
  const isHelp = asked.every((each) => each === '--help' || each === '-h');
  (isHelp ? console.log : console.error)([...usage, ...sizedTests.map((path) => `  ${path}`)].join('\n'));
  process.exit(isHelp ? 0 : 1);
}

const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '-c', 'tests/vitest.config.ts', '--project', 'unit', '--project', 'api', ...sizedTests],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIZES: 'full' } },
);
process.exit(status ?? 1);
