import { diskErrorSentence, toDiskError } from '../local/disk/errors.ts';
import { runCommand } from './run-command.ts';

// The operator's command line: npm run ops -- <command> NAME [--stage STAGE]
try {
  console.log(await runCommand(process.argv.slice(2), process.env));
  process.exit(0);
} catch (error) {
  const fault = toDiskError(error);
  if (fault) console.error(diskErrorSentence(fault, 'try again'));
  else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
