/**
 * The name under which the styles of pasted elements are read: under their own, the page's content security policy would
 * report them.
 */
export const PASTED_STYLE = 'data-pasted-style';

/** Elements whose style can mean bold, italic and so on; on others it is the look of a paragraph or a table. */
const INLINE = 'span, font, a, b, strong, i, em, u';

const marks: Readonly<Record<string, (style: Map<string, string>) => boolean>> = {
  strong: (style) => isBold(style.get('font-weight')),
  em: (style) => style.get('font-style') === 'italic',
  u: (style) => hasLine(style, 'underline'),
  s: (style) => hasLine(style, 'line-through'),
  sup: (style) => style.get('vertical-align') === 'super',
  sub: (style) => style.get('vertical-align') === 'sub',
};

/** The look that other programs give to text, as elements: Google Docs has nothing but styles. */
export function convertStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(`:is(${INLINE})[${PASTED_STYLE}]`)) {
    const style = declarationsOf(element);
    const weight = style.get('font-weight');
    // Google Docs wraps all in a <b> that is not bold.
    if (element.matches('b, strong') && weight !== undefined && !isBold(weight)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const [tag, isMeant] of Object.entries(marks))
      if (isMeant(style) && !isGivenAlready(element, tag)) wrapContents(element, tag);
  }
}

const isBold = (weight = ''): boolean => weight.startsWith('bold') || Number.parseInt(weight, 10) >= 600;

const hasLine = (style: Map<string, string>, line: string): boolean =>
  ['text-decoration', 'text-decoration-line'].some((property) => style.get(property)?.includes(line));

/** Headings are bold and links are underlined without it. */
const isGivenAlready = (element: Element, tag: string): boolean =>
  (tag === 'strong' && element.closest('h1, h2, h3, h4, h5, h6') !== null) ||
  (tag === 'u' && (element.closest('a') !== null || element.querySelector('a') !== null));

function wrapContents(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag);
  mark.append(...element.childNodes);
  element.append(mark);
}

const declarationsOf = (element: Element): Map<string, string> =>
  new Map(
    (element.getAttribute(PASTED_STYLE) ?? '').split(';').flatMap((declaration) => {
      const [property = '', ...value] = declaration.toLowerCase().split(':');
      return value.length === 0 ? [] : [[property.trim(), value.join(':').trim()] as const];
    }),
  );
