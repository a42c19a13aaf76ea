import { Command, CommanderError, Help, type Option } from 'commander';
import { DomainError } from '#shared/domain-error';
import { type ErrorCode, errorMessages } from '#shared/errors';
import { createOperator } from '../../functions/handlers/operator.ts';
import { argumentSentence, OPS, type OpsLine, opsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { readClock, readDatabaseEndpoint, readDataDir } from '../local/settings.ts';
import { addAccountCommands } from './account-commands.ts';
import { addAuditCommand } from './audit-command.ts';
import { addCampaignCommands } from './campaign-commands.ts';
import { addDataCommands } from './data-commands.ts';
import { addDrillCommand } from './drill.ts';
import { addImportCommands } from './import-commands.ts';
import { addMailCommands } from './mail-commands.ts';
import { addMemberCommands } from './member-commands.ts';
import { addMemberListCommands } from './member-list-commands.ts';
import { addMemberRecordCommands } from './member-record-commands.ts';
import { addMembershipCommands } from './membership-commands.ts';
import type { CliContext } from './options.ts';
import { addPaymentCommands } from './payment-commands.ts';
import { addSecretCommands } from './secret-commands.ts';
import { addStatisticsCommand } from './statistics-command.ts';
import { withLocalData, withStage } from './target.ts';

/** Runs a command and returns the text to print. Errors are thrown with their sentence. */
export async function runCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  try {
    await createProgram(createContext(environment, print)).parseAsync(args, { from: 'user' });
  } catch (error) {
    // Printing the help of the program or of a command also ends the parsing.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
  return printed.join('\n').trimEnd();
}

function createContext(environment: NodeJS.ProcessEnv, print: CliContext['print']): CliContext {
  const dataFolder = readDataDir(environment);
  const databaseEndpoint = readDatabaseEndpoint(environment);
  const withTarget: CliContext['withTarget'] = (stage, task) =>
    stage === undefined ? withLocalData(dataFolder, databaseEndpoint, task) : withStage(stage, task);
  return {
    dataFolder,
    environment,
    print,
    withTarget,
    asOperator: async (stage, name, task) =>
      print(
        await withTarget(stage, ({ readSecret, ...target }) => {
          // A stage has no other time than the present.
          const clock = stage === undefined ? { now: readClock(environment) } : {};
          const operator = createOperator(target, clock, () => readSecret('passwordPepper'));
          return task(operator).catch(throwSentence(opsLine(stage), name));
        }),
      ),
  };
}

/** Every command, each with its own help. */
export function createProgram(context: CliContext): Command {
  const program = new Command(OPS)
    .usage('<command> [options]')
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: context.print, writeErr: context.print, outputError: () => {} })
    .configureHelp({ optionDescription })
    .addHelpText('after', HELP_END);
  program.commandsGroup('Members:');
  addMemberListCommands(program, context);
  addMemberCommands(program, context);
  addMemberRecordCommands(program, context);
  program.commandsGroup('Accounts and roles:');
  addAccountCommands(program, context);
  program.commandsGroup('Memberships and conferences:');
  addMembershipCommands(program, context);
  program.commandsGroup('Imports:');
  addImportCommands(program, context);
  program.commandsGroup('Payments and receipts:');
  addPaymentCommands(program, context);
  program.commandsGroup('Emails to members:');
  addCampaignCommands(program, context);
  program.commandsGroup('Codes, notices and blocked addresses:');
  addMailCommands(program, context);
  program.commandsGroup('A stage and its data:');
  addStatisticsCommand(program, context);
  addAuditCommand(program, context);
  addDataCommands(program, context);
  addDrillCommand(program, context);
  addSecretCommands(program, context);
  for (const command of [program, ...program.commands]) command.exitOverride(throwArgumentSentence(command));
  return program;
}

const optionDescription = (option: Option): string =>
  `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`;

const HELP_END = `
NAME is a username or a membership ID. ID is as "emails", "imports" or "queued-mail" lists it, PAYMENT as "payments" does.
Without --stage, a command uses the local data (DATA_DIR).
With --stage, it uses a deployed stage and your AWS command line credentials.
Run "${OPS} <command> --help" for the help of one command.`;

const throwArgumentSentence =
  (command: Command) =>
  (error: CommanderError): never => {
    const sentence = argumentSentence(command, error);
    throw sentence === undefined ? error : new StartupError(sentence);
  };

/** For codes whose general sentence is about a screen, or says less than the command line can. */
const ownSentences: Readonly<
  Partial<Record<ErrorCode, (line: OpsLine, name: string, sentence: string) => string>>
> = {
  'username-not-found': (_, name) => `No account has the username or membership ID "${name}".`,
  'member-conflict': (line, name) =>
    `Someone else has just changed this member. Run "${line('member', name)}", then try again.`,
  'second-factor-off': () => "The member hasn't set up two-step verification.",
  'term-not-found': (line, name) =>
    `This membership period doesn't exist. Run "${line('member', name)}" to list them ("endDate#id").`,
  'term-end-taken': (line, name, sentence) =>
    `${sentence} Run "${line('member', name)}" to see its ID ("endDate#id"), for "correct-term" or "void-term".`,
  'transfer-not-found': (line, name) =>
    `This bank transfer doesn't exist, or it was voided. Run "${line('member', name)}" to list payments.`,
  'conference-record-not-found': (line, name) =>
    `The member doesn't have this conference. Run "${line('member', name)}" to list them.`,
  'note-not-found': (line, name) => `This note doesn't exist. Run "${line('notes', name)}" to list them.`,
  'import-not-found': (line) => `This import doesn't exist. Run "${line('imports')}" to list them.`,
  'campaign-not-found': (line) => `This email doesn't exist. Run "${line('emails')}" to list them.`,
  'import-file-expired': () =>
    'The data of this import has been deleted. Cancel the import, then import the file again.',
  'address-not-suppressed': (line) =>
    `This address isn't blocked. Run "${line('blocked-addresses')}" to list them.`,
  'receipt-not-found': (line, name) =>
    `The member has no receipt or credit note with this number. Run "${line('member', name)}" to list them or, after the account was deleted, "${line('payments-of-year', 'YEAR', '--csv', 'FILE')}".`,
  'payment-not-in-review': (line) =>
    `This payment doesn't need review. Run "${line('payments')}" to list them.`,
};

/** The option whose value is wrong. */
const optionOf: Readonly<Partial<Record<ErrorCode, string>>> = {
  'date-of-birth-in-future': 'date-of-birth',
  'year-of-degree-too-late': 'year-of-degree',
  'term-period-invalid': 'end',
  'date-in-future': 'date',
};

const throwSentence =
  (line: OpsLine, name: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof DomainError)) throw cause;
    const { code } = cause;
    const general = cause.sentence ?? errorMessages[code];
    const sentence = ownSentences[code]?.(line, name, general) ?? general;
    const option = optionOf[code];
    throw new StartupError(option === undefined ? sentence : `--${option}: ${sentence}`, { cause });
  };
