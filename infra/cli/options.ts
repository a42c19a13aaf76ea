import { InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod/mini';
import { Line } from '#shared/fields';

/** The option `--name <PLACEHOLDER>`. */
interface OptionText {
  name: string;
  placeholder: string;
  description: string;
}

const MAX_TEXT_LENGTH = 500;

/** An option of one line of text, which matches the schema; `sentence` says what it must be otherwise. */
export function textOption(
  { name, placeholder, description }: OptionText,
  schema: z.ZodMiniType<string> = Line(MAX_TEXT_LENGTH),
  sentence?: string,
): Option {
  return new Option(`--${name} <${placeholder}>`, description).argParser((text: string) => {
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
export const reasonOption = (): Option =>
  textOption({ name: 'reason', placeholder: 'TEXT', description: 'why, for the audit log' });

export const requiredReason = (): Option => reasonOption().makeOptionMandatory();
