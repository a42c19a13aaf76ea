import * as z from 'zod';

/** The fields that the schema knows at a path, for an issue about an unknown one. */
const fieldsAt = (schema: unknown, path: readonly PropertyKey[]): string[] => {
  if (schema instanceof z.ZodOptional) return fieldsAt(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return fieldsAt(schema.element, path.slice(1));
  if (!(schema instanceof z.ZodObject)) return [];
  const [first, ...rest] = path;
  return first === undefined ? Object.keys(schema.shape) : fieldsAt(schema.shape[String(first)], rest);
};

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number without quotes',
  int: 'a whole number without quotes',
  boolean: 'true or false without quotes',
  array: 'a list',
  object: 'an entry with fields',
};
const units: Record<string, string> = { array: ' entries', string: ' letters' };
/** A limit of a list or a text counts what it has; a number is itself at the limit. */
const limitOf = (word: string, limit: number | bigint, origin: string) =>
  origin in units ? `must have ${word} ${limit}${units[origin]}.` : `must be ${word} ${limit}.`;

/** What is wrong, after the name of the field, where the schema has no sentence of its own. */
const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing.';
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}.`;
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}.`;
  if (issue.code === 'too_small') {
    if (issue.minimum === 1 && issue.origin in units) return 'must not be empty.';
    // A number above its limit is a whole one here: the least is the next.
    const least = issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum;
    return limitOf('at least', least, issue.origin);
  }
  if (issue.code === 'too_big') return limitOf('at most', issue.maximum, issue.origin);
  return 'is wrong. content/README.md has an example.';
};

/** Parse context for what editors write: issues are worded for them, whatever messages zod is set to in this process. */
export const forEditors: z.core.ParseContext<z.core.$ZodIssue> = { error: sentenceOf };

const asSentence = (message: string) => (/[.?]$|Example: /.test(message) ? message : `${message}.`);

/** What is wrong with an answer to a question, and what is right; the issue comes from a parse `forEditors`. */
export const explainAnswer = (answer: string, issue: z.core.$ZodIssue): string => {
  if (answer === '') return 'This question needs an answer.';
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'Enter a number, such as 35.';
  const sentence = asSentence(issue.message).replace(/(Example: |, or )\w+: /, '$1');
  return /^(is|must) /.test(sentence) ? `The answer ${sentence}` : sentence;
};

/** One sentence for an issue of a parse `forEditors`: the field, what is wrong, what is right, in the language of the file. */
export const explainIssue = (schema: z.ZodType, issue: z.core.$ZodIssue, isJson: boolean): string => {
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, issue.path).join(', ');
    return issue.keys
      .map((key) => `"${[...issue.path, key].join('.')}": unknown field. Use one of: ${known}.`)
      .join(' ');
  }
  const what = asSentence(issue.message).replace(
    /(Example: |, or )date: /,
    `$1${String(issue.path.at(-1))}: `,
  );
  const written = isJson ? what.replace(/(Example: |, or )(\w+): (\d\S*)/, '$1"$2": "$3"') : what;
  if (issue.path.length === 0) return written;
  return `"${issue.path.join('.')}"${/^(is|must) /.test(written) ? ' ' : ': '}${written}`;
};
