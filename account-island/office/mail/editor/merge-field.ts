import { InputRule, Node } from '@tiptap/core';
import { MERGE_FIELDS } from '#shared/mail-limits';
import { mergeFields } from '../../../text/admin-compose.ts';

/** As it is stored and sent: `{{firstName|member}}`. */
const WRITTEN = `\\{\\{\\s*(${MERGE_FIELDS.join('|')})\\s*(?:\\|([^{}]*))?\\}\\}`;
const TAG = /<(?:"[^"]*"|'[^']*'|[^"'>])*>/.source;

const attributesOf = (text: string) => {
  const [, name = '', fallback = ''] = new RegExp(WRITTEN).exec(text) ?? [];
  return { name, fallback: fallback.trim() };
};
const write = ({ name, fallback }: Record<string, unknown>): string =>
  fallback === '' ? `{{${name}}}` : `{{${name}|${fallback}}}`;

/** A member's own detail as one character with a label. Its fallback is for members who have none. */
export const MergeField = Node.create({
  name: 'mergeField',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { rendered: false }, fallback: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: 'span[data-merge-field]', getAttrs: (element) => attributesOf(element.textContent ?? '') },
  ],
  renderHTML: ({ node }) => ['span', { 'data-merge-field': '' }, write(node.attrs)],
  renderText: ({ node }) => write(node.attrs),
  transformPastedHTML: (html) => showFields(html),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span');
      dom.className = 'merge-field';
      const { name } = node.attrs;
      dom.textContent = mergeFields.find((field) => field.name === name)?.label ?? name;
      return { dom };
    },
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`${WRITTEN}$`),
        handler: ({ state, range: { from, to }, match: [text] }) => {
          state.tr.replaceWith(from, to, this.type.create(attributesOf(text)));
        },
      }),
    ];
  },
});

/** Stored HTML for the editor: a field within an attribute, such as an image's description, stays text. */
export const showFields = (html: string): string =>
  html.replace(new RegExp(`${TAG}|${WRITTEN}`, 'g'), (found) =>
    found.startsWith('<') ? found : `<span data-merge-field>${found}</span>`,
  );

/** The editor's HTML as it is stored. */
export const storeFields = (html: string): string =>
  html.replace(/<span data-merge-field(?:="")?>([^<]*)<\/span>/g, '$1');
