import type { EditionRow, EditionView, LinePart } from '../lib/content/editions.ts';
import { anchor, element } from './elements.ts';
import { afterFirstPaint } from './load-fonts.ts';

const partNodes = ({ text, href, title }: LinePart, at: number, line: LinePart[]) => {
  const piece = href ? anchor(href, text) : text;
  const comma = at > 0 && !line[at - 1]?.title ? ', ' : '';
  return [comma, title ? element('cite', '', piece) : piece];
};

const rowElement = ({ label, lines, sample }: EditionRow) => {
  const tag = sample ? [' ', element('span', 'tag', 'Sample')] : [];
  const items = lines.map((line) => element('li', '', ...line.flatMap(partNodes)));
  return element('tr', '', element('th', '', label, ...tag), element('td', '', element('ul', '', ...items)));
};

/** The same as sections/EditionDetails.astro. */
const editionElement = ({ year, number, link, rows = [], detailed }: Partial<EditionView>) => {
  const name = `PG ${year ?? ''}`;
  return element(
    'section',
    'edition',
    element('h2', '', link ? anchor(link, name) : name, number ? element('small', '', ` [#${number}]`) : ''),
    element(
      'div',
      '',
      element('table', 'edition__facts', element('tbody', '', ...rows.map(rowElement))),
      detailed ? '' : element('p', 'edition__none', 'No detailed information available for this conference.'),
    ),
  );
};

const load = async (address: string): Promise<Node[]> => {
  if (!document.hidden) await new Promise(afterFirstPaint);
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const editions: Partial<EditionView>[] = await response.json();
  if (!Array.isArray(editions)) throw new Error('Invalid data format: expected array');
  return editions.filter(({ year, number }) => year ?? number).map(editionElement);
};

const list = document.querySelector<HTMLElement>('[data-editions]');
const failure = document.querySelector<HTMLElement>('[data-failure]');
if (list && failure) {
  load(`${list.dataset['editions']}`)
    .catch((cause: unknown) => {
      console.error(cause);
      failure.hidden = false;
      return [];
    })
    .then((content) => list.replaceChildren(...content));
}
