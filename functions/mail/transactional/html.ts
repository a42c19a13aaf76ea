import { escapeHtml } from '#shared/text';

/** HTML, in contrast to text, which is escaped where it becomes a part of HTML. */
export interface Html {
  readonly markup: string;
}

type Value = string | Html | readonly Html[];

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/** HTML with values, of which texts are escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(markupOf)),
});
