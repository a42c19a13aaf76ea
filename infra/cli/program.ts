import { Command, CommanderError } from 'commander';
import { OPS } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { addAccountCommands } from './account-commands.ts';
import type { CliContext } from './command.ts';
import { addDataCommands, addSecretCommands } from './data-commands.ts';
import { addMailCommands } from './mail-commands.ts';

/** Runs a command and returns the text to print. Errors are thrown with their sentence. */
export async function runCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  try {
    await createProgram({ environment, print }).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Printing a help ends the parsing too.
    if (printed.length === 0) throw new StartupError(`${error.message}\nAdd --help for help.`);
  }
  return printed.join('\n').trimEnd();
}

/** Every command, each with its own help. */
function createProgram(context: CliContext): Command {
  const program = new Command(OPS)
    .usage('<command> [options]')
    .configureOutput({ writeOut: context.print, writeErr: context.print, outputError: () => {} })
    .exitOverride()
    .addHelpText('after', HELP_END);
  program.commandsGroup('Accounts:');
  addAccountCommands(program, context);
  program.commandsGroup('Emails:');
  addMailCommands(program, context);
  program.commandsGroup('A stage and its data:');
  addDataCommands(program, context);
  addSecretCommands(program, context);
  return program;
}

const HELP_END = `
NAME is a username or a membership ID. Everything else that administrators do is in the User Center.
Without --stage, a command uses the local data (DATA_DIR).
With --stage, it uses a deployed stage and your AWS command line credentials.
Run "${OPS} <command> --help" for the help of one command.`;
