import { runCommand } from './program.ts';

// The operator's command line: npm run ops -- <command> [options]
try {
  console.log(await runCommand(process.argv.slice(2), process.env));
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
