import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm run chaos`: the tests whose sizes `support/sizes.ts` sets, in full. */

const root = join(import.meta.dirname, '..');
const sizedTests = [
  'tests/api/malformed-input.test.ts',
  'tests/api/import-crash.test.ts',
  'tests/api/store/members.test.ts',
  'tests/api/store/fulfilment-faults.test.ts',
  'tests/unit/functions/term.test.ts',
  'tests/api/jobs/mail-under-kill.test.ts',
  'tests/api/jobs/mail-under-faults.test.ts',
  'tests/api/jobs/remind-members.test.ts',
  'tests/local/kill-rounds.test.ts',
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
