import { Extension } from '@tiptap/core';
import { DOMParser } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/** Tags with their attributes, including any quoted values. */
const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const STYLE_SHEET = /<style\b[\s\S]*?<\/style>/gi;
const MARKUP = /<!--[\s\S]*?-->|<[^>]*>/g;

/**
 * Reads what other programs put on the clipboard. The page's content security policy ignores style attributes, and Google
 * Docs has bold and italics only there: they are renamed before the text is parsed, and set by script. Event handlers are
 * renamed too: Chromium 156 reports them as violations though the text is parsed outside of the page. Cells of tables become
 * paragraphs, and there are two levels of headings.
 */
export const Pasted = Extension.create({
  name: 'pasted',
  transformPastedHTML: (html) =>
    html
      .replace(STYLE_SHEET, '')
      .replace(TAG, (tag) => tag.replace(/\s(?=(?:style|on[a-z]+)\s*=)/gi, ' data-'))
      .replace(/(<\/?)h1\b/gi, '$1h2')
      .replace(/(<\/?)h[456]\b/gi, '$1h3'),
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    const clipboardParser = new PastedParser(schema, DOMParser.fromSchema(schema).rules);
    return [new Plugin({ props: { clipboardParser } })];
  },
});

class PastedParser extends DOMParser {
  override parseSlice(...[pasted, options]: Parameters<DOMParser['parseSlice']>) {
    if (pasted instanceof Element) prepare(pasted);
    return super.parseSlice(pasted, options);
  }
}

function prepare(pasted: Element): void {
  for (const element of pasted.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? '';
  for (const cell of pasted.querySelectorAll(':is(td, th):not(:has(p))')) {
    const paragraph = document.createElement('p');
    paragraph.append(...cell.childNodes);
    cell.append(paragraph);
  }
}

/** The files that are pasted or dropped by themselves; Word adds a picture of the text to its text. */
export function filesIn(data: DataTransfer | null): File[] {
  const texts = [data?.getData('text/plain'), data?.getData('text/html').replace(MARKUP, '')];
  if (texts.some((text) => text?.trim())) return [];
  return [...(data?.files ?? [])];
}
