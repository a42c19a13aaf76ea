import type { EditionRow, EditionView, LinePart } from '../lib/content/editions.ts';
import { anchor, element } from './elements.ts';

const partNodes = ({ text, href, title }: LinePart, at: number, line: LinePart[]) => {
  const piece = anchor(href, text);
  const comma = !at || line[at - 1]?.title ? '' : ', ';
  return [comma, title ? element('cite', {}, piece) : piece];
};

const rowElement = ({ label, lines, sample }: EditionRow) => {
  const tag = sample ? [' ', element('span', { className: 'tag' }, 'Sample')] : [];
  const items = lines.map((line) => element('li', {}, ...line.flatMap(partNodes)));
  return element('tr', {}, element('th', {}, label, ...tag), element('td', {}, element('ul', {}, ...items)));
};

const find = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);
const list = find('editions');

/** Shows a notice of the page, with its cause in the console. */
const show = (notice: string, cause: unknown): [] => {
  console.error(cause);
  find(notice)?.removeAttribute('hidden');
  return [];
};

/** What can't be read is left out, and the page says so. */
const attempt = (make: () => Node[]) => {
  try {
    return make();
  } catch (cause) {
    return show('incomplete', cause);
  }
};
const drawEach = <Item>(items: Item[], draw: (item: Item) => Node) =>
  attempt(() => items.flatMap((item) => attempt(() => [draw(item)])));

/** The same as sections/EditionDetails.astro. */
const editionElement = ({ year, number, link, rows = [], detailed }: Partial<EditionView>) => {
  const name = `PG ${year ?? ''}`;
  if (!(year || number)) throw new Error('Invalid data');
  const facts = element('tbody', { className: 'rows rows--labelled' }, ...drawEach(rows, rowElement));
  const none = 'No detailed information available for this conference.';
  return element(
    'section',
    { className: 'sidebar-section edition' },
    element('h2', {}, anchor(link, name), number ? element('small', {}, ` [#${number}]`) : ''),
    element(
      'div',
      {},
      element('table', { className: 'edition__facts' }, facts),
      detailed ? '' : element('p', { className: 'edition__none' }, none),
    ),
  );
};

let content: Node[] = [];
try {
  const response = await fetch(`${list?.dataset['editions']}`);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const editions: Partial<EditionView>[] = await response.json();
  if (!Array.isArray(editions)) throw new Error('Invalid data format: expected array');
  content = drawEach(editions, editionElement);
  if (!content.length) show('incomplete', editions);
} catch (cause) {
  show('failure', cause);
}
list?.replaceChildren(...content);
