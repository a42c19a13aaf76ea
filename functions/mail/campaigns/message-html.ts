import { convert, type FormatCallback } from 'html-to-text';
import { Parser } from 'htmlparser2';
import sanitizeHtml, { type Transformer } from 'sanitize-html';
import { mailLimits } from '#shared/mail-limits';

const numbersTo = (last: number): string[] => Array.from({ length: last }, (_, index) => String(index + 1));

/** A list of Word goes on with its number after other text. */
const STARTS = numbersTo(1000);
/** The text of the email lays tables out, cell by cell. */
const SPANS = ['colspan', 'rowspan'].map((name) => ({ name, values: numbersTo(20) }));

/** Elements that run, load or cover nothing: the editor's, and what keeps lines and directions of writing apart. */
const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'sup', 'sub', 'a'],
  ...['ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['div', 'caption', 'tfoot', 'bdi', 'bdo'],
];

/** Other elements that begin on a new line: without them their words would run together. */
const BLOCKS = [
  ...['address', 'article', 'aside', 'center', 'dd', 'details', 'dialog', 'dl', 'dt', 'fieldset'],
  ...['figcaption', 'figure', 'footer', 'form', 'header', 'hgroup', 'legend', 'main', 'nav', 'search'],
  ...['section', 'summary', 'title'],
];

const DIRECTION = /^(ltr|rtl|auto)$/i;

/** Keeps the direction of an element that is not kept itself. */
const keepDirection =
  (tag: string): Transformer =>
  (tagName, attribs) => ({ tagName: DIRECTION.test(attribs['dir'] ?? '') ? tag : tagName, attribs });

/**
 * Mails from Word, Gmail and Google Docs nest some 20 to 60 levels, quoted replies and tables for layout included; browsers
 * themselves stop at 512. Cleaning works by recursion and takes time that grows with the square of the depth.
 */
const MAX_LEVELS = 100;

/** Tables for layout merge some dozens of cells. The text of the email fills each place of a merged cell on its own. */
const MAX_MERGED_CELLS = 5000;

const SPAN_VALUES: ReadonlySet<string | undefined> = new Set(SPANS.flatMap(({ values }) => values));
const spanOf = (value: string | undefined): number => (SPAN_VALUES.has(value) ? Number(value) : 1);

/** What the HTML has too many of, compared with any real mail. Parsing stops at the first excess. */
export function findExcess(html: string): 'nested elements' | 'merged cells in its tables' | undefined {
  let found: ReturnType<typeof findExcess>;
  let level = 0;
  let mergedCells = 0;
  const parser = new Parser({
    onopentag(_name, { colspan, rowspan }) {
      level += 1;
      mergedCells += spanOf(colspan) * spanOf(rowspan) - 1;
      if (level > MAX_LEVELS) found = 'nested elements';
      else if (mergedCells > MAX_MERGED_CELLS) found = 'merged cells in its tables';
      if (found) parser.pause();
    },
    onclosetag() {
      level -= 1;
    },
  });
  parser.write(html);
  return found;
}

const IMAGE_NAME = new RegExp(`^[0-9a-f]{64}\\.(${mailLimits.imageTypes.join('|')})$`);

/** The library's table, which leaves out the caption. */
const captionedTable: FormatCallback = (table, walk, builder, options) => {
  const caption = table.children.filter(({ name }) => name === 'caption');
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(caption, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
  builder.options.formatters?.['dataTable']?.(table, walk, builder, options);
};

/**
 * HTML without active content, and the same as text. Images may only come from `imageUrlPrefix`: any other would tell its
 * owner who reads the email.
 */
export function sanitizeMessage(given: string, imageUrlPrefix: string): { html: string; text: string } {
  const isOurs = (src: string) =>
    src.startsWith(imageUrlPrefix) && IMAGE_NAME.test(src.slice(imageUrlPrefix.length));
  const html = sanitizeHtml(given, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['dir'],
      a: ['href'],
      img: ['src', 'alt', 'width', 'height'],
      ol: [
        { name: 'type', values: ['a', 'A', 'i', 'I'] },
        { name: 'start', values: STARTS },
      ],
      td: SPANS,
      th: SPANS,
    },
    allowedSchemes: ['https', 'http', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    transformTags: {
      ...Object.fromEntries(BLOCKS.map((tag) => [tag, 'div'])),
      ...{ h5: 'h4', h6: 'h4', menu: 'ul', dir: 'ul' },
      ...{ html: keepDirection('div'), body: keepDirection('div'), span: keepDirection('bdi') },
      '*': (tagName, { dir = '', ...attribs }) => ({
        tagName,
        attribs: { ...attribs, ...(DIRECTION.test(dir) && { dir: dir.toLowerCase() }) },
      }),
      // A merge field in a link would put unchecked text into it.
      a: (tagName, { href = '', dir = '' }) => {
        const isKept = /^(https?:\/\/|mailto:)/i.test(href) && !href.includes('{{');
        return { tagName, attribs: { dir, ...(isKept && { href }) } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOurs(attribs['src'] ?? ''),
  });
  const text = convert(html, {
    wordwrap: false,
    formatters: { captionedTable },
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
      // In no list, which would write its items itself.
      { selector: 'li', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'table', format: 'captionedTable', options: { uppercaseHeaderCells: false } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return { html, text: text.trim() };
}
