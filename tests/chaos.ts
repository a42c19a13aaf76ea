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
];

const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '-c', 'tests/vitest.config.ts', '--project', 'unit', '--project', 'api', ...sizedTests],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SIZES: 'full' } },
);
process.exit(status ?? 1);
