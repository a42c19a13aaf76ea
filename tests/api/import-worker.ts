import { createImportWorker } from '../../functions/handlers/continue-imports.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';

/** Works on the import of its argument in a process of its own, which can be killed at any moment, by a clock that is so many milliseconds ahead. */
const [, , id = '', ahead = '0'] = process.argv;
const runtime = createRuntime(
  (line, { level }) => level === 'error' && console.error(line),
  () => new Date(Date.now() + Number(ahead)),
);
await createImportWorker(process.env, runtime).handleMessages([id]);
process.exit(0);
