import { mailImagePath } from '#shared/deployment';
import type { Dropped } from '../../../text/admin-compose.ts';
import { convertStyles, PASTED_STYLE } from './pasted-styles.ts';

/** Tags with their attributes, including any quoted values. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const HANDLER = /\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
const STYLE = /(\s)style(?=\s*=)/gi;

const isOwnImage = (address: string): boolean => address.startsWith(`${location.origin}${mailImagePath}`);
const isData = (address: string): boolean => /^data:image\//i.test(address);

/** A document of it, which runs and loads nothing, and of which the page's content security policy reports nothing. */
function parsePasted(html: string): Document {
  const silent = html
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(TAG, (tag) => tag.replace(HANDLER, '').replace(STYLE, `$1${PASTED_STYLE}`));
  return new DOMParser().parseFromString(silent, 'text/html');
}

/** The images that came with the text itself, as they stand in the HTML. */
export const pastedImages = (html: string): string[] =>
  html.includes('data:image/')
    ? [...parsePasted(html).images].map((image) => image.getAttribute('src') ?? '').filter(isData)
    : [];

/**
 * Prepares HTML of another program for the editor, whose schema drops what is left over: styles become elements, cells of
 * tables paragraphs, and there are two levels of headings. `images` has our address of each image that was uploaded.
 */
export function convertPastedHtml(
  pasted: string,
  images: ReadonlyMap<string, string> = new Map(),
): { html: string; dropped: Dropped } {
  const { body } = parsePasted(pasted);
  convertStyles(body);
  const dropped = { images: dropImages(body, images) };
  for (const element of body.querySelectorAll('select, textarea')) element.remove();
  for (const table of body.querySelectorAll('table')) {
    const cells = [...table.rows].flatMap(({ cells: row }) => [...row]);
    table.replaceWith(...cells.map((cell) => rename(cell, 'div')));
  }
  for (const heading of body.querySelectorAll('h1, h4, h5, h6'))
    rename(heading, heading.tagName === 'H1' ? 'h2' : 'h3');
  for (const element of body.querySelectorAll(`[${PASTED_STYLE}]`)) element.removeAttribute(PASTED_STYLE);
  return { html: body.innerHTML, dropped };
}

/** Removes images that are not ours, and counts them, apart from those of one pixel, which nobody has seen. */
function dropImages(body: HTMLElement, images: ReadonlyMap<string, string>): number {
  let count = 0;
  for (const image of body.querySelectorAll('img')) {
    const address = image.getAttribute('src') ?? '';
    const uploaded = images.get(address);
    if (uploaded !== undefined) image.setAttribute('src', uploaded);
    else if (!isOwnImage(address)) {
      if (!['0', '1'].includes(image.getAttribute('width') ?? '')) count += 1;
      image.remove();
    }
  }
  return count;
}

function rename(element: Element, tag: string): Element {
  const renamed = element.ownerDocument.createElement(tag);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
