import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { PLACE_IN_TIME } from '#contract/envelope';
import { Line, TransferAmount } from '#shared/fields';
import { parseMinorUnits } from '#shared/money';
import type { Operator } from '../../functions/handlers/operator.ts';
import { type OpsLine, opsLine } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import { checkIsNew } from '../local/disk/files.ts';
import type { TargetTask } from './target.ts';

/** What commands get from the program. */
export interface CliContext {
  readonly dataFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  print(text: string): void;
  /** Runs the task on a deployed stage or, without one, on this machine's data. */
  withTarget<T>(stage: string | undefined, task: TargetTask<T>): Promise<T>;
  /** Runs the task as the operator and prints its result; an error of the product becomes a sentence about NAME. */
  asOperator(
    stage: string | undefined,
    name: string,
    task: (operator: Operator) => Promise<string>,
  ): Promise<void>;
}

export const stageOption = (): Option =>
  new Option('--stage <STAGE>', 'use this deployed stage, not the local data');

/** Adds an operator's command for a stage or this machine: `NAME` or another argument, and its options. */
export function addOperatorCommand<Options extends object>(
  program: Command,
  context: CliContext,
  {
    usage,
    description,
    options = [],
    run,
  }: {
    usage: string;
    description: string;
    options?: readonly Option[];
    /** `line` writes other commands for the same stage; `all` are the arguments, if the usage allows several. */
    run: (
      operator: Operator,
      argument: string,
      options: Options,
      line: OpsLine,
      all: readonly string[],
    ) => Promise<string>;
  },
): void {
  const command = program.command(usage).description(description);
  for (const option of [...options, stageOption()]) command.addOption(option);
  command.action(async () => {
    const [argument = ''] = command.args;
    const { stage } = command.opts<{ stage?: string }>();
    const given = command.opts<Options>();
    // Use cases write what they are given: they get the command's own options alone.
    Reflect.deleteProperty(given, 'stage');
    await context.asOperator(stage, argument, (operator) =>
      run(operator, argument, given, opsLine(stage), command.args),
    );
  });
}

const MAX_TEXT_LENGTH = 500;

interface OptionText {
  placeholder: string;
  description: string;
}

function parseText(name: string, text: string, maxLength = MAX_TEXT_LENGTH): string {
  // The program says which option is missing, of which command.
  if (text.trim() === '') throw new InvalidArgumentError('');
  const parsed = Line(maxLength).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StartupError(`--${name}: ${parsed.error.issues.map(({ message }) => message).join(' ')}`);
}

/** An option of one line of text. */
export const textOption = (
  name: string,
  { placeholder, description }: OptionText,
  maxLength = MAX_TEXT_LENGTH,
): Option =>
  new Option(`--${name} <${placeholder}>`, description).argParser((text: string) =>
    parseText(name, text, maxLength),
  );

/** Where a command writes a new file. */
export const newFileOption = (name: string, description: string): Option =>
  new Option(`--${name} <FILE>`, description).argParser((text: string) => {
    const file = parseText(name, text);
    checkIsNew(file);
    return file;
  });

/** An option whose value must match a schema; `sentence` says what `--name` must be. */
export const fieldOption = (
  name: string,
  schema: z.ZodMiniType<string>,
  { placeholder, description, sentence }: OptionText & { sentence: string },
): Option =>
  new Option(`--${name} <${placeholder}>`, description).argParser((text: string) => {
    const parsed = schema.safeParse(parseText(name, text));
    if (parsed.success) return parsed.data;
    throw new StartupError(`--${name} must be ${sentence}.`);
  });

export const choiceOption = (name: string, choices: readonly [string, ...string[]], description: string) =>
  fieldOption(name, z.enum(choices), {
    placeholder: name.toUpperCase(),
    description: `${description}: ${choices.join(', ')}`,
    sentence: `one of: ${choices.join(', ')}`,
  });

export const dateOption = (name: string, description: string): Option =>
  fieldOption(name, z.iso.date(), { placeholder: 'DATE', description, sentence: 'a date (YYYY-MM-DD)' });

/** An option whose value is returned in minor units. */
export const amountOption = (): Option =>
  new Option('--amount <HKD>', 'the amount, for example 360').argParser((text: string) => {
    const minorUnits = parseMinorUnits(parseText('amount', text));
    if (minorUnits === undefined)
      throw new StartupError('--amount must be in Hong Kong dollars, for example 360 or 360.50.');
    if (TransferAmount.safeParse(minorUnits).success) return minorUnits;
    throw new StartupError('--amount must be from 0.01 to 1,000,000.');
  });

export const required = (option: Option): Option => option.makeOptionMandatory();

/** What `reasonOption` gives. */
export interface Reason {
  reason: string;
}

export const reasonOption = (description = 'why, for the audit log'): Option =>
  required(textOption('reason', { placeholder: 'TEXT', description }));

/** An option without a value. */
export const flagOption = (name: string, description: string): Option => new Option(`--${name}`, description);

const AS_PRINTED = 'as the command after "More:" has it';

/** Where the next page of a list begins. */
export const afterOption = (): Option => new Option('--after <CURSOR>', `the next page, ${AS_PRINTED}`);

/** Like `afterOption`, but refuses a malformed cursor of a list of emails. */
export const afterEmailOption = (): Option =>
  fieldOption('after', z.string().check(z.regex(PLACE_IN_TIME)), {
    placeholder: 'CURSOR',
    description: `the next page, ${AS_PRINTED}`,
    sentence: AS_PRINTED,
  });

export const jsonOption = (): Option => new Option('--json', 'print JSON, for programs');
