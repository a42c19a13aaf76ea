import { shorten } from '#shared/text';
import { MERGE_FIELD } from './message.ts';

/** Also with one brace too few at the end. */
const IN_BRACES = /\{\{[^{}]*\}\}?/g;
const MAX_NAMED = 20;
const MAX_CHARACTERS = 60;

const leftIn = (text: string): string[] => text.replace(MERGE_FIELD, ' ').match(IN_BRACES) ?? [];

const plainText = (html: string): string => html.replace(/<[^>]*>/g, '').replaceAll('&nbsp;', ' ');
const isField = (text: string): boolean => text.replace(MERGE_FIELD, '') === '';

/**
 * What stands in braces and is sent as it is: `unknown` is no merge field, `formatted` is one whose parts are formatted
 * differently in the HTML, so that only the text of the email has the member's value.
 */
export function unfilledFields({ subject, html, text }: { subject: string; html: string; text: string }): {
  unknown: string[];
  formatted: string[];
} {
  const named = (fields: string[]) =>
    [...new Set(fields.map((field) => shorten(field.replace(/\s+/g, ' '), MAX_CHARACTERS)))].slice(
      0,
      MAX_NAMED,
    );
  return {
    unknown: named([...leftIn(subject), ...leftIn(text)]),
    formatted: named(leftIn(html).map(plainText).filter(isField)),
  };
}
