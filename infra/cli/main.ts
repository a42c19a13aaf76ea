import { diskFaultOf, sentenceOf } from '../local/disk/errors.ts';
import { runCommand } from './run-command.ts';

// The operator's command line: npm run ops -- <command> NAME [--stage STAGE]
try {
  console.log(await runCommand(process.argv.slice(2), process.env));
  process.exit(0);
} catch (error) {
  const fault = diskFaultOf(error);
  if (fault) console.error(sentenceOf(fault, 'try again'));
  else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
