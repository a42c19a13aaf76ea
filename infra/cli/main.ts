import { diskErrorSentence, toDiskError } from '../local/disk/errors.ts';
import { runCommand } from './program.ts';

// The operator's command line: npm run ops -- <command> [options]
try {
  console.log(await runCommand(process.argv.slice(2), process.env));
  process.exit(0);
} catch (error) {
  const diskError = toDiskError(error);
  if (diskError) console.error(diskErrorSentence(diskError, 'try again'));
  else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
