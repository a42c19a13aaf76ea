import { Command, CommanderError, Help, type Option } from 'commander';
import { argumentSentence, OPS } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { addAccountCommands } from './account-commands.ts';
import type { CliContext } from './command.ts';
import { addDataCommands } from './data-commands.ts';
import { addDrillCommand } from './drill.ts';
import { addImportCommand } from './import-command.ts';
import { addMailCommands } from './mail-commands.ts';
import { addSecretCommands } from './secret-commands.ts';

/** Runs a command and returns the text to print. Errors are thrown with their sentence. */
export async function runCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  try {
    await createProgram({ environment, print }).parseAsync(args, { from: 'user' });
  } catch (error) {
    // Printing the help of the program or of a command also ends the parsing.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return printed.join('\n').trimEnd();
}

/** Every command, each with its own help. */
export function createProgram(context: CliContext): Command {
  const program = new Command(OPS)
    .usage('<command> [options]')
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: context.print, writeErr: context.print, outputError: () => {} })
    .configureHelp({ optionDescription })
    .addHelpText('after', HELP_END);
  program.commandsGroup('Accounts:');
  addAccountCommands(program, context);
  addImportCommand(program, context);
  program.commandsGroup('Emails:');
  addMailCommands(program, context);
  program.commandsGroup('A stage and its data:');
  addDataCommands(program, context);
  addDrillCommand(program, context);
  addSecretCommands(program, context);
  for (const command of [program, ...program.commands]) command.exitOverride(throwArgumentSentence(command));
  return program;
}

const optionDescription = (option: Option): string =>
  `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`;

const HELP_END = `
NAME is a username or a membership ID. Everything else that administrators do is in the User Center.
Without --stage, a command uses the local data (DATA_DIR).
With --stage, it uses a deployed stage and your AWS command line credentials.
Run "${OPS} <command> --help" for the help of one command.`;

const throwArgumentSentence =
  (command: Command) =>
  (error: CommanderError): never => {
    const sentence = argumentSentence(command, error);
    throw sentence === undefined ? error : new StartupError(sentence);
  };
