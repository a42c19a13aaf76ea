import { PASTED_STYLE } from './pasted-styles.ts';

/** A list that Word's paragraphs have been put into, at one level. */
interface OpenList {
  list: HTMLElement;
  level: number;
  /** Word's number for the list: `l0` of `mso-list:l0 level1 lfo1`. */
  id: string;
}

const LIST = /mso-list:\s*(l\d+)\s+level(\d+)/i;
const MARKER = /mso-list:\s*ignore/i;

const styleOf = (element: Element): string => element.getAttribute(PASTED_STYLE) ?? '';

/**
 * Word puts no lists on the clipboard: its items are paragraphs whose style names list and level, and which begin with
 * their bullet or number as text.
 */
export function convertWordLists(body: HTMLElement): void {
  let open: OpenList[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>(`p[${PASTED_STYLE}*="mso-list" i]`)) {
    const [, id, levelText] = LIST.exec(styleOf(paragraph)) ?? [];
    if (id === undefined) continue;
    if (open[0]?.list.nextElementSibling !== paragraph) open = [];
    const level = Number(levelText);
    const marker = takeMarker(paragraph);
    const kind = listKind(marker);
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    const isOther = last?.level === level && (last.id !== id || last.list.tagName !== kind.tag);
    if (isOther) open.pop();
    let current = open.at(-1);
    if (current?.level !== level) {
      const list = paragraph.ownerDocument.createElement(kind.tag);
      for (const [name, value] of Object.entries(kind.attributes)) list.setAttribute(name, value);
      const parent = current?.list.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      current = { list, level, id };
      open.push(current);
    }
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    current.list.append(item);
    paragraph.remove();
  }
}

/** Removes the bullet or number that stands in the text, and returns it. */
function takeMarker(paragraph: HTMLElement): string {
  let text = '';
  for (const element of paragraph.querySelectorAll(`[${PASTED_STYLE}]`)) {
    if (!MARKER.test(styleOf(element))) continue;
    text += element.textContent;
    element.remove();
  }
  return text.trim();
}

/** Bullets have no point or bracket after them; an o is Word's bullet of the second level. */
function listKind(marker: string): { tag: 'OL' | 'UL'; attributes: Record<string, string> } {
  const [, label = ''] = /^\(?(\d{1,3}|[a-z]|[ivxl]{1,6})[.)、．]/i.exec(marker) ?? [];
  if (label === '') return { tag: 'UL', attributes: {} };
  if (/\d/.test(label)) return { tag: 'OL', attributes: startOf(Number(label)) };
  const isUpper = label === label.toUpperCase();
  if (/^[ivxl]+$/i.test(label) && (label.length > 1 || /i/i.test(label)))
    return { tag: 'OL', attributes: { type: isUpper ? 'I' : 'i' } };
  const start = label.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  return { tag: 'OL', attributes: { type: isUpper ? 'A' : 'a', ...startOf(start) } };
}

const startOf = (number: number): { start?: string } => (number > 1 ? { start: String(number) } : {});
