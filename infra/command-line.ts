import type { Command, CommanderError } from 'commander';

export const OPS = 'npm run ops --';

/** Writes a command of the operator's command line so that it can be pasted. */
export type OpsLine = (...words: string[]) => string;

/** Lines for one stage or, without it, for this machine. */
export const opsLine =
  (stage: string | undefined): OpsLine =>
  (...words) =>
    [OPS, ...words.map(quote), ...(stage === undefined ? [] : ['--stage', stage])].join(' ');

/** One word, as Bash reads it. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** What is wrong with the arguments of a command or, for a program of one command, of the program; undefined for its help. */
export function argumentSentence(command: Command, error: CommanderError): string | undefined {
  if (error.exitCode === 0) return undefined;
  const [, quoted = ''] = /'([^']*)'/.exec(error.message) ?? [];
  const line = [command.parent?.name(), command.name()].filter(Boolean).join(' ');
  const usage = `Usage: ${[line, ...command.registeredArguments.map((each) => each.name() + (each.variadic ? '...' : ''))].join(' ')}`;
  const name = command.name().replace(/^npm run | --$/g, '');
  switch (error.code) {
    case 'commander.help':
      return `Usage: ${line} <command> [options]. Run "${line} --help" for a list.`;
    case 'commander.unknownCommand':
      return `Unknown command "${quoted}". Run "${line} --help" for a list.`;
    case 'commander.missingArgument':
      return usage;
    case 'commander.excessArguments':
      return command.registeredArguments.length === 0
        ? `${name} takes no argument.`
        : `Too many arguments. ${usage}`;
    case 'commander.missingMandatoryOptionValue':
    case 'commander.optionMissingArgument':
    // An empty text.
    case 'commander.invalidArgument':
      return `Missing option ${quoted.split(' ')[0]}. Run "${line} --help" for help.`;
    case 'commander.unknownOption':
      return `${name} doesn't take ${quoted}. Run "${line} --help" for its options.`;
    default:
      return error.message;
  }
}

/** Reads the arguments of a program of one command. Wrong ones end it with a sentence. */
export const parseArguments = (program: Command): Command =>
  program
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      const sentence = argumentSentence(program, error);
      if (sentence !== undefined) console.error(sentence);
      process.exit(error.exitCode);
    })
    .parse();
