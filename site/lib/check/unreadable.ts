import { type ErrorCode, YAMLParseError } from 'yaml';
import { withoutContent } from './components.ts';

/** What is wrong in a file, and in which line. */
export type Problem = { line?: number | undefined; sentence: string };

export const REPEATED_FIELD = 'This field stands above already. Keep one of the two.';

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

const CONFLICT =
  'Git found two versions of these lines. Keep one, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>.';

/** A file without text, with the marks of a merge, or in another encoding than UTF-8: read as that, its letters are U+FFFD or NUL. */
export const characterProblem = (text: string): Problem | undefined => {
  if (text.trim() === '') return { sentence: 'This file is empty. Write its text, or delete the file.' };
  if (text.startsWith('\uFEFF'))
    return { line: 1, sentence: 'This file starts with a byte order mark. Save it as UTF-8 without BOM.' };
  const conflict = text.search(/^(<{7}|>{7}) /m);
  if (conflict !== -1) return { line: lineAt(text, conflict), sentence: CONFLICT };
  const at = text.search(/[\uFFFD\0]/);
  return at === -1
    ? undefined
    : { line: lineAt(text, at), sentence: "This file isn't saved as UTF-8. Save it with this encoding." };
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Whether JSON is wrong before its end, and so with any further text. */
const isWrongWithin = (text: string) => {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(messageOf(error)) ?? [];
    return position === undefined
      ? messageOf(error).startsWith('Unexpected token')
      : Number(position) < text.length;
  }
};

/** Where JSON stops being right. V8 names no position for a character that it doesn't expect. */
const findJsonError = (text: string) => {
  let right = 0;
  let wrong = text.trimEnd().length;
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (isWrongWithin(text.slice(0, middle))) wrong = middle;
    else right = middle;
  }
  return right;
};

/** What the keyboards of Asia write for the signs of JSON. */
const fullWidth: Record<string, string> = {
  '，': ',',
  '：': ':',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '＂': '"',
};

/** The sentence about a wrong character, which many programs show like the right one. */
const characterSentence = (character: string) => {
  if (/[“”„‘’]/.test(character)) return `Use straight quotes: write " for ${character}.`;
  if (character in fullWidth)
    return `Replace the full-width ${character} with an ordinary ${fullWidth[character]} here.`;
  // The parser stops at a tab within a text alone.
  return /\s/.test(character) && character !== '\n'
    ? 'Write an ordinary space here. What looks like one is a tab or a no-break space.'
    : undefined;
};

const jsonProblem = (message: string, text: string): Problem => {
  const at = findJsonError(text);
  const line = lineAt(text, at);
  const sentence = characterSentence(text.charAt(at));
  if (sentence) return { line, sentence };
  if (message.startsWith('Bad control character'))
    return { line, sentence: 'The text in this line has no closing quote. Write a straight " at its end.' };
  if (message.startsWith('Bad escaped character')) return { line, sentence: 'Write \\\\ for a backslash.' };
  return {
    line,
    sentence:
      'There is a comma, quote or bracket too few or too many here, or at the end of the line above. Separate entries with commas, with none after the last. Write \\" for a quote within a text.',
  };
};

const startsWith = (character: string) =>
  `A value can't start with ${character}. Put the value into double quotes.`;
const yamlSentences: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'Indent with spaces, not with a tab.',
  BAD_INDENT: 'Start all fields in the same column, and close each bracket.',
  BLOCK_AS_IMPLICIT_KEY:
    'Put a value that contains a colon into double quotes, and start all fields in the same column.',
  BAD_SCALAR_START: startsWith('this character'),
  DUPLICATE_KEY: REPEATED_FIELD,
  MISSING_CHAR:
    'A value that starts with a quote, here or above, has no closing quote. Add it, or put the whole value into double quotes: "\'t Hooft".',
  MULTILINE_IMPLICIT_KEY: 'A line has no colon with a space after it. Write "name: value".',
  UNEXPECTED_TOKEN:
    'There is text after the closing quote. Put the whole value into single quotes: \'"Smart" graphics\'.',
};

/** What to write for the sign `<`, by what follows. */
const withoutSign = (text: string) => {
  const [, address] = /^<(?:mailto:)?([^\s<>@]+@[^\s<>]+)>/.exec(text) ?? [];
  if (address) return `Write an email address as [${address}](mailto:${address}).`;
  if (/^<https?:/.test(text)) return 'Write a link as [its text](https://example.org/page).';
  if (text.startsWith('<!--')) return "Remove the comment: a text can't have one.";
  return 'Write \\< for the sign <.';
};

const withoutClosingTag = (name: string) => {
  if (name === 'img') return 'Write a picture as ![what it shows](./picture.jpg).';
  if (name === 'br') return 'Write <br />.';
  return withoutContent(name) ?? `<${name}> has no closing tag. Write </${name}> in the same paragraph.`;
};

const mdxSentence = (message: string, rest: string) => {
  const [, open] = /Expected a closing tag for `<(\w+)>`/.exec(message) ?? [];
  if (open) return withoutClosingTag(open);
  if (/: Unexpected character .*(after `<`|before name)/.test(message)) return withoutSign(rest);
  if (message.includes('closing brace')) return 'Write \\{ for a brace.';
  return message.replace(/^\d+:\d+: /, '').replace(/ \(mdx[^()]*\)$|:$/, '');
};

const mdxProblem = (message: string, text: string): Problem => {
  const [, line, column] = /^(\d+):(\d+): /.exec(message) ?? [];
  if (line === undefined) return { sentence: message };
  const rest = text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1) ?? '';
  return { line: Number(line), sentence: mdxSentence(message, rest) };
};

/** A parser's error: its line, and what to do. */
export const parserProblem = (error: unknown, path: string, text: string): Problem => {
  const [message = ''] = messageOf(error).split('\n');
  if (error instanceof YAMLParseError)
    return {
      line: error.linePos?.[0].line,
      sentence: yamlSentences[error.code] ?? 'This line can\'t be read. Write "name: value".',
    };
  if (message.startsWith('Unresolved alias')) return { sentence: startsWith('*') };
  return path.endsWith('.json') ? jsonProblem(message, text) : mdxProblem(message, text);
};
