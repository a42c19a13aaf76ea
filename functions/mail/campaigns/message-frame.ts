import {
  anchor,
  bodyFrame,
  colours,
  frameStyles,
  html,
  INK,
  LINK,
  layOut,
  MAIL_STYLE,
  RULE,
  smallPrint,
} from '../transactional/mail-layout.ts';

const HEADING = `color:${INK.day};line-height:1.35;font-weight:600;margin:28px 0 10px`;
/** The same on both sides: the direction of the text may be either. */
const LIST = 'margin:0 0 16px;padding:0 24px';
const CELL = `padding:6px 12px;border:1px solid ${RULE.day};text-align:start;vertical-align:top`;

/** How the elements that an administrator may write look. */
const elements: Readonly<Record<string, string>> = {
  h1: `${HEADING};font-size:22px`,
  h2: `${HEADING};font-size:20px`,
  h3: `${HEADING};font-size:18px`,
  h4: `${HEADING};font-size:16px`,
  p: 'margin:0 0 16px',
  ul: LIST,
  ol: LIST,
  li: 'margin:0 0 6px',
  blockquote: `margin:0 0 16px;padding:0 16px;border-left:3px solid ${RULE.day}`,
  pre: 'margin:0 0 16px;white-space:pre-wrap',
  hr: `margin:28px 0;border:0;border-top:1px solid ${RULE.day}`,
  a: `color:${LINK.day};text-decoration:underline`,
  img: 'max-width:100%;height:auto',
  table: 'margin:0 0 20px;border-collapse:collapse',
  th: CELL,
  td: CELL,
  sup: 'font-size:75%;line-height:0',
  sub: 'font-size:75%;line-height:0',
};

/** The editor puts the text of these into a paragraph. */
const tightParagraph = 'margin:0';
const isTight = (tag: string) => tag === 'li' || tag === 'td' || tag === 'th';

/** The text of a message, around which the frame stands. */
const contentStyle = `${bodyFrame};${colours.ink.day}`;

/** The elements of sanitized HTML with their styles: some email programs read no other. */
function styleElements(html: string): string {
  let before = '';
  return html.replace(/<([a-z][a-z0-9]*)/g, (start, tag: string) => {
    const style = tag === 'p' && isTight(before) ? tightParagraph : elements[tag];
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
  ...Object.entries(frameStyles).map(([name, style]) => `.${name}{${style}}`),
  `.secondary{${colours.secondary.day}}`,
  `.link{${colours.link.day};text-decoration:underline}`,
  `.rule{margin:28px 0;border:0;border-top:1px solid ${RULE.day}}header .rule{margin-top:0}`,
  `.content{${contentStyle}}`,
  ...Object.entries(elements).map(([tag, style]) => `.content ${tag}{${style}}`),
  `.content :is(li,td,th)>p:first-child{${tightParagraph}}`,
  `.content :is([dir=rtl] blockquote,blockquote[dir=rtl]){border-left:0 !important;border-right:3px solid ${RULE.day}}`,
  // Columns of a telephone: words break at syllables before they break anywhere.
  '@media (max-width:480px){.content :is(th,td){padding:4px 6px !important;font-size:14px;hyphens:auto;-webkit-hyphens:auto}}',
  `@media (prefers-color-scheme:dark){.content,.content *{color:${INK.night} !important;border-color:${RULE.night} !important}.content a{color:${LINK.night} !important}}`,
].join('');

/** The letterhead of campaigns with placeholders, from the same parts as the emails to one person. */
const renderFrame = (preheader?: string): string =>
  layOut({
    ...(preheader !== undefined && { preheader }),
    title: '{subject}',
    style: MESSAGE_STYLE,
    content: html`<div class="content" style="${contentStyle}">{content}</div>`,
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
