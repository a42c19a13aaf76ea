import { convert } from 'html-to-text';
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { mailLimits } from '#shared/mail-limits';

const numbersTo = (last: number): string[] => Array.from({ length: last }, (_, index) => String(index + 1));

/** A list of Word goes on with its number after other text. */
const STARTS = numbersTo(1000);
/** The text of the email lays tables out, cell by cell. */
const SPANS = ['colspan', 'rowspan'].map((name) => ({ name, values: numbersTo(20) }));

/** The elements of the editor; none of them runs, loads or covers anything. */
const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'sup', 'sub', 'a'],
  ...['ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

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
    // A merge field in a link would put unchecked text into it.
    transformTags: {
      a: (tagName, { href = '' }) => {
        const attribs: Record<string, string> = {};
        if (/^(https?:\/\/|mailto:)/i.test(href) && !href.includes('{{')) attribs['href'] = href;
        return { tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOurs(attribs['src'] ?? ''),
  });
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return { html, text: text.trim() };
}
