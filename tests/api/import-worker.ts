import { createOperator } from '../../functions/handlers/operator.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';

/** Applies the import of its argument in a process of its own, which can be killed at any moment. */
const [, , id = ''] = process.argv;
const operator = createOperator(
  process.env,
  createRuntime((line, { level }) => level === 'error' && console.error(line)),
);
while ((await operator.applyImport(id)).state !== 'done');
process.exit(0);
