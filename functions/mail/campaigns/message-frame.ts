import { html } from '../transactional/html.ts';
import {
  anchor,
  bodyText,
  byDay,
  colours,
  cssOf,
  frameStyles,
  layOut,
  MAIL_STYLE,
  type Style,
  smallPrint,
} from '../transactional/mail-layout.ts';

const [ink, inkByNight] = colours.ink.color;
const [link, linkByNight] = colours.link.color;
const [rule, ruleByNight] = colours.rule.borderColor;

const heading = { color: ink, lineHeight: '1.35', fontWeight: 600, margin: '28px 0 10px' };
/** The same on both sides: the direction of the text may be either. */
const list = { margin: '0 0 16px', padding: '0 24px' };
const cell = {
  padding: '6px 12px',
  border: `1px solid ${rule}`,
  textAlign: 'start',
  verticalAlign: 'top',
} as const;

/** How the elements that an administrator may write look. */
const elements: Readonly<Record<string, Style>> = {
  h1: { ...heading, fontSize: '22px' },
  h2: { ...heading, fontSize: '20px' },
  h3: { ...heading, fontSize: '18px' },
  h4: { ...heading, fontSize: '16px' },
  p: { margin: bodyText.margin },
  ul: list,
  ol: list,
  li: { margin: '0 0 6px' },
  blockquote: { margin: '0 0 16px', padding: '0 16px', borderLeft: `3px solid ${rule}` },
  pre: { margin: bodyText.margin, whiteSpace: 'pre-wrap' },
  hr: { margin: '28px 0', border: '0', borderTop: `1px solid ${rule}` },
  a: { color: link, textDecoration: 'underline' },
  img: { maxWidth: '100%', height: 'auto' },
  table: { margin: '0 0 20px', borderCollapse: 'collapse' },
  th: cell,
  td: cell,
  sup: { fontSize: '75%', lineHeight: 0 },
  sub: { fontSize: '75%', lineHeight: 0 },
};

const inline = new Map(Object.entries(elements).map(([tag, style]) => [tag, cssOf(style)]));

/** The editor puts the text of these into a paragraph. */
const tightParagraph = 'margin:0';
const isTight = (tag: string) => tag === 'li' || tag === 'td' || tag === 'th';

/** The text of a message, around which the frame stands. */
const contentStyle = { ...bodyText, ...byDay(colours.ink), margin: 0 };

/** The elements of sanitized HTML with their styles: some email programs read no other. */
function styleElements(html: string): string {
  let before = '';
  return html.replace(/<([a-z][a-z0-9]*)/g, (start, tag: string) => {
    const style = tag === 'p' && isTight(before) ? tightParagraph : inline.get(tag);
    before = tag;
    return style === undefined ? start : `${start} style="${style}"`;
  });
}

/**
 * Everything once more as a style sheet, with the night's colours: the page with the preview forbids styles of elements.
 * It is always the same: the content security policy of that page has its hash.
 */
export const MESSAGE_STYLE = [
  MAIL_STYLE,
  ...Object.entries(frameStyles).map(([name, style]) => `.${name}{${cssOf(style)}}`),
  `.secondary{${cssOf(byDay(colours.secondary))}}`,
  `.link{${cssOf({ ...byDay(colours.link), textDecoration: 'underline' })}}`,
  `.rule{margin:28px 0;border:0;border-top:1px solid ${rule}}header .rule{margin-top:0}`,
  `.content{${cssOf(contentStyle)}}`,
  ...Object.entries(elements).map(([tag, style]) => `.content ${tag}{${cssOf(style)}}`),
  `.content :is(li,td,th)>p:first-child{${tightParagraph}}`,
  `.content :is([dir=rtl] blockquote,blockquote[dir=rtl]){border-left:0 !important;border-right:3px solid ${rule}}`,
  // Columns of a telephone: words break at syllables before they break anywhere.
  '@media (max-width:480px){.content :is(th,td){padding:4px 6px !important;font-size:14px;hyphens:auto;-webkit-hyphens:auto}}',
  `@media (prefers-color-scheme:dark){.content,.content *{color:${inkByNight} !important;border-color:${ruleByNight} !important}.content a{color:${linkByNight} !important}}`,
].join('');

/** The letterhead of campaigns with placeholders, from the same parts as the emails to one person. */
const renderFrame = (preheader?: string): string =>
  layOut({
    ...(preheader !== undefined && { preheader }),
    title: '{subject}',
    style: MESSAGE_STYLE,
    content: html`<div class="content" style="${cssOf(contentStyle)}">{content}</div>`,
    seat: '{seat}',
    footer: smallPrint(html`{reason}<br>${anchor('{unsubscribe}', 'Unsubscribe from announcements')}`),
  });

/** The letterhead as a whole document with placeholders, and how the HTML of a message is adapted to it. */
export interface MessageFrame {
  html: string;
  adaptContent: (content: string) => string;
}

/** A preview has no styles of elements, which the content security policy forbids, and may not leave for another page. */
const forPage = (html: string): MessageFrame => ({
  html: html.replace(/ style="[^"]*"/g, ''),
  adaptContent: (content) => content.replaceAll('<a ', '<a target="_blank" '),
});

/** As it is sent, and its preview, without what inboxes alone show. */
export const messageFrames = {
  sent: { html: renderFrame('{preheader}'), adaptContent: styleElements },
  preview: forPage(renderFrame()),
};
