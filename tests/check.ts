import { bin, checks, root } from './runner/checks.ts';
import { runGroups, runVitest } from './runner/steps.ts';

/** `npm run check`: formatting, lint, content, types and the rules of the architecture. */

const checked = await runGroups(checks);
const architecture = await runVitest(root, bin('vitest'), ['tests/unit/architecture']);
const failed = checked.failed + architecture.failed;
console.log(`${checked.passed + architecture.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
