import { InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { Line } from '#shared/fields';
import { StartupError } from '../local/disk/errors.ts';

export const stageOption = (): Option =>
  new Option('--stage <STAGE>', 'use this deployed stage, not the local data');

const MAX_TEXT_LENGTH = 500;

interface OptionText {
  placeholder: string;
  description: string;
}

function parseText(name: string, text: string): string {
  // The program says which option is missing, of which command.
  if (text.trim() === '') throw new InvalidArgumentError('');
  const parsed = Line(MAX_TEXT_LENGTH).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new StartupError(`--${name}: ${parsed.error.issues.map(({ message }) => message).join(' ')}`);
}

/** An option of one line of text. */
export const textOption = (name: string, { placeholder, description }: OptionText): Option =>
  new Option(`--${name} <${placeholder}>`, description).argParser((text: string) => parseText(name, text));

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

export const required = (option: Option): Option => option.makeOptionMandatory();

/** What `reasonOption` gives. */
export interface Reason {
  reason: string;
}

/** Why something is done, for the audit log. */
export const reasonOption = (): Option =>
  textOption('reason', { placeholder: 'TEXT', description: 'why, for the audit log' });

/** An option without a value. */
export const flagOption = (name: string, description: string): Option => new Option(`--${name}`, description);
