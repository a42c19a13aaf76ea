import { type Command, InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod/mini';
import { DomainError } from '#shared/domain-error';
import { type ErrorCode, errorMessages } from '#shared/errors';
import { Line } from '#shared/fields';
import { createOperator, type Operator } from '../../functions/handlers/operator.ts';
import { StartupError } from '../local/disk/errors.ts';
import { readClock, readDatabaseEndpoint, readDataDir } from '../local/settings.ts';
import type { DataPlace } from './data-place.ts';
import { withTarget } from './target.ts';

/** What commands get from the program. */
export interface CliContext {
  readonly environment: NodeJS.ProcessEnv;
  print(text: string): void;
}

/** One run of a command. */
interface Call<Options> {
  /** The first of the arguments. */
  argument: string;
  args: readonly string[];
  options: Options;
  stage: string | undefined;
  environment: NodeJS.ProcessEnv;
  dataFolder: string;
  /** Runs the task on the stage or this machine's data; an error of the product becomes a sentence. */
  withData<T>(task: (operator: Operator, target: DataPlace) => Promise<T>): Promise<T>;
}

interface CommandDefinition<Options> {
  usage: string;
  description: string;
  options?: readonly Option[];
  /** Whether it takes `--stage`: `optional` where nothing is said. */
  stage?: 'none' | 'optional' | 'required';
  /** Resolves to what is printed. */
  run: (call: Call<Options>) => Promise<string>;
}

/** Adds a command: every one is defined, run and printed by this function. */
export function addCommand<Options extends object>(
  program: Command,
  { environment, print }: CliContext,
  { usage, description, options = [], stage: takesStage = 'optional', run }: CommandDefinition<Options>,
): void {
  const command = program.command(usage).description(description);
  for (const option of options) command.addOption(option);
  const stageOption = new Option('--stage <STAGE>', 'use this deployed stage, not the local data');
  if (takesStage !== 'none') command.addOption(stageOption.makeOptionMandatory(takesStage === 'required'));
  command.action(async () => {
    const { stage } = command.opts<{ stage?: string }>();
    const [argument = ''] = command.args;
    const dataFolder = readDataDir(environment);
    const local = { folder: dataFolder, databaseEndpoint: readDatabaseEndpoint(environment) };
    const withData: Call<Options>['withData'] = (task) =>
      withTarget(stage, local, (target) => {
        // A stage has no other time than the present.
        const clock = stage === undefined ? { now: readClock(environment) } : {};
        const operator = createOperator({ TABLE_NAME: target.table }, clock);
        return task(operator, target).catch(throwSentence(argument));
      });
    const call = { argument, args: command.args, stage, environment, dataFolder, withData };
    print(await run({ ...call, options: command.opts<Options>() }));
  });
}

/** For codes whose general sentence is about a screen, or says less than the command line can. */
const ownSentences: Readonly<Partial<Record<ErrorCode, (argument: string) => string>>> = {
  'username-not-found': (name) => `No account has the username or membership ID "${name}".`,
  'member-conflict': () => 'Someone else has just changed this member. Try again.',
  'second-factor-off': () => "The member hasn't set up two-step verification.",
};

const throwSentence =
  (argument: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof DomainError)) throw cause;
    const { code, details } = cause;
    const sentence = ownSentences[code]?.(argument) ?? details.sentence ?? errorMessages[code];
    throw new StartupError(sentence, { cause });
  };

const MAX_TEXT_LENGTH = 500;

/** An option of one line of text, which matches the schema; `sentence` says what it must be otherwise. */
export function textOption(
  flags: string,
  description: string,
  schema: z.ZodMiniType<string> = Line(MAX_TEXT_LENGTH),
  sentence?: string,
): Option {
  return new Option(flags, description).argParser((text: string) => {
    if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
    const { success, data, error } = schema.safeParse(text);
    if (success) return data;
    throw new InvalidArgumentError(sentence ?? error.issues.map(({ message }) => message).join(' '));
  });
}

/** What `reasonOption` gives. */
export interface Reason {
  reason: string;
}

/** Why something is done, for the audit log. */
export const reasonOption = (): Option => textOption('--reason <TEXT>', 'why, for the audit log');

export const requiredReason = (): Option => reasonOption().makeOptionMandatory();
