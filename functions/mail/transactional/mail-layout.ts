import { escapeHtml } from '#shared/text';
import { CONTACT_ADDRESS, SITE_URL } from './mail.ts';

/** HTML, in contrast to text, which is escaped where it becomes a part of HTML. */
export interface Html {
  readonly markup: string;
}

type Value = string | Html | readonly Html[];

function markupOf(value: Value): string {
  if (typeof value === 'string') return escapeHtml(value);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}

/** HTML with values, of which texts are escaped. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  markup: String.raw({ raw: parts }, ...values.map(markupOf)),
});

/** The house's colours, by day and by night. */
const INK = { day: '#0b2322', night: '#e9f1ee' };
const LINK = { day: '#05625a', night: '#90d2c1' };
const RULE = { day: '#d0dbd8', night: '#2c3d3c' };

/**
 * What each class colours, by day and by night. Programs that don't know the night's show the day's, and some darken them by
 * themselves.
 */
const colours = {
  ink: { day: `color:${INK.day}`, night: `color:${INK.night}` },
  secondary: { day: 'color:#546765', night: 'color:#94a5a1' },
  link: { day: `color:${LINK.day}`, night: `color:${LINK.night}` },
  rule: { day: `border-color:${RULE.day}`, night: `border-color:${RULE.night}` },
  code: {
    day: `color:${INK.day};background-color:#ddede7`,
    night: `color:${INK.night};background-color:#182f2d`,
  },
  button: {
    day: 'color:#f8fbfa;background-color:#0a2c2b;border-color:#0a2c2b',
    night: 'color:#0a1a1a;background-color:#c8e8de;border-color:#c8e8de',
  },
  outline: { day: `color:${INK.day};border-color:#6f827f`, night: `color:${INK.night};border-color:#6c817e` },
};
type Colours = keyof typeof colours;

/** The attributes of an element: these classes, and the style with their colours by day. */
export function coloured(names: Colours | Colours[], style: string, otherClass = ''): Html {
  const classes = [names].flat();
  const declarations = [style, ...classes.map((name) => colours[name].day)];
  return html`class="${[...classes, otherClass].join(' ').trim()}" style="${declarations.join(';')}"`;
}

const byNight = Object.entries(colours).map(
  ([name, { night }]) => `.${name}{${night.replaceAll(';', ' !important;')} !important}`,
);

/** `color-scheme` tells programs that the mail has colours for the night, so that they don't invert it. */
export const MAIL_STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '.paper{background-color:#f8fbfa}',
  `@media (prefers-color-scheme:dark){.paper{background-color:#0b1818}${byNight.join('')}}`,
].join('');

const FONT =
  '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"PingFang SC","Microsoft YaHei",sans-serif';
const SMALL = 'font-size:14px;line-height:1.5';

/** The styles of the frame, by their classes. */
const frameStyles = {
  paper: `margin:0;font-family:${FONT}`,
  column: 'max-width:600px;padding:32px 20px',
  association: `${SMALL};margin:0 0 12px;font-weight:600`,
  small: `${SMALL};margin:0 0 8px`,
};

const WRAPPED = 'overflow-wrap:anywhere;word-break:break-word';
const BODY = 'font-size:16px;line-height:1.55';
export const bodyText = `${BODY};margin:0 0 16px;${WRAPPED}`;

export const anchor = (href: string, text: string): Html =>
  html`<a href="${href}" ${coloured('link', 'text-decoration:underline')} target="_blank">${text}</a>`;

export const contactLink = anchor(`mailto:${CONTACT_ADDRESS}`, CONTACT_ADDRESS);

/** A line in small print. */
const smallPrint = (content: Html): Html =>
  html`<p ${coloured('secondary', frameStyles.small, 'small')}>${content}</p>`;

const rule = (margin: string): Html =>
  html`<hr ${coloured('rule', `width:100%;border:none;border-top:1px solid ${RULE.day};margin:${margin}`)}>`;

/** A table that lays out its content: Outlook on Windows ignores widths and paddings of other elements. */
const LAYOUT_TABLE = html`align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"`;

/** A block, which keeps its margins in every email program. */
export const section = (style: string, content: Html): Html =>
  html`<table ${LAYOUT_TABLE} style="${style}"><tbody><tr><td>${content}</td></tr></tbody></table>`;

const PREHEADER_STYLE = 'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0';
/** The longest preview of an inbox. */
const PREHEADER_CHARACTERS = 150;
/** Invisible characters, which keep inboxes from showing the beginning of the email after the preheader. */
const INVISIBLE = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

function hiddenPreheader(text: string): Html {
  const filler = INVISIBLE.repeat(Math.max(0, PREHEADER_CHARACTERS - text.length));
  return html`<div style="${PREHEADER_STYLE}">${text}<div>${filler}</div></div>`;
}

interface Layout {
  title: string;
  /** What an inbox shows after the subject. */
  preheader?: string | undefined;
  style: string;
  content: Html;
  /** After the association's name: its seat. */
  seat?: string;
  /** Lines in small print above the association's name. */
  footer?: Html;
}

/** A whole document: one narrow column, with the association's name above and the way to a person below. */
export function layOut({ title, preheader, style, content, seat, footer }: Layout): string {
  const name = 'Asia Graphics Association';
  const sender = seat === undefined ? `${name} (AG)` : `${name} (AG), ${seat}`;
  // Some email programs drop the styles of the body: they are those of the cell in it.
  const document = html`<html dir="ltr" lang="en"><head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body class="paper" style="margin:0">
<table ${LAYOUT_TABLE}><tbody><tr><td style="${frameStyles.paper}">
${preheader === undefined ? '' : hiddenPreheader(preheader)}
<table ${LAYOUT_TABLE} class="column" style="${frameStyles.column}"><tbody><tr style="width:100%"><td>
<header>
<p ${coloured('secondary', frameStyles.association, 'association')}>${name}</p>
${rule('0 0 28px')}
</header>
<main>${content}</main>
${rule('32px 0 20px')}
<footer>
${footer ?? ''}
${smallPrint(html`Questions? Write to ${contactLink}.`)}
${smallPrint(html`${sender}<br>${anchor(SITE_URL, SITE_URL)}`)}
</footer>
</td></tr></tbody></table>
</td></tr></tbody></table>
</body></html>`;
  return `<!doctype html>${document.markup}`;
}

const MESSAGE_HEADING = `color:${INK.day};line-height:1.35;font-weight:600;margin:28px 0 10px`;
/** The same on both sides: the direction of the text may be either. */
const MESSAGE_LIST = 'margin:0 0 16px;padding:0 24px';
const MESSAGE_CELL = `padding:6px 12px;border:1px solid ${RULE.day};text-align:start;vertical-align:top`;

/** How the elements that an administrator may write look. */
const messageElements: Readonly<Record<string, string>> = {
  h1: `${MESSAGE_HEADING};font-size:22px`,
  h2: `${MESSAGE_HEADING};font-size:20px`,
  h3: `${MESSAGE_HEADING};font-size:18px`,
  h4: `${MESSAGE_HEADING};font-size:16px`,
  p: 'margin:0 0 16px',
  ul: MESSAGE_LIST,
  ol: MESSAGE_LIST,
  li: 'margin:0 0 6px',
  blockquote: `margin:0 0 16px;padding:0 16px;border-left:3px solid ${RULE.day}`,
  pre: 'margin:0 0 16px;white-space:pre-wrap',
  hr: `margin:28px 0;border:0;border-top:1px solid ${RULE.day}`,
  a: `color:${LINK.day};text-decoration:underline`,
  img: 'max-width:100%;height:auto',
  table: 'margin:0 0 20px;border-collapse:collapse',
  th: MESSAGE_CELL,
  td: MESSAGE_CELL,
  sup: 'font-size:75%;line-height:0',
  sub: 'font-size:75%;line-height:0',
};

/** The editor puts the text of these into a paragraph. */
const tightParagraph = 'margin:0';
const isTight = (tag: string) => tag === 'li' || tag === 'td' || tag === 'th';

/** The text of a message, around which the frame stands: its paragraphs have their own margins. */
const contentStyle = `${BODY};margin:0;${WRAPPED};${colours.ink.day}`;

/** The elements of sanitized HTML with their styles: some email programs read no other. */
function styleElements(content: string): string {
  let before = '';
  return content.replace(/<([a-z][a-z0-9]*)/g, (start, tag: string) => {
    const style = tag === 'p' && isTight(before) ? tightParagraph : messageElements[tag];
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
  ...Object.entries(messageElements).map(([tag, style]) => `.content ${tag}{${style}}`),
  `.content :is(li,td,th)>p:first-child{${tightParagraph}}`,
  `.content :is([dir=rtl] blockquote,blockquote[dir=rtl]){border-left:0 !important;border-right:3px solid ${RULE.day}}`,
  // Columns of a telephone: words break at syllables before they break anywhere.
  '@media (max-width:480px){.content :is(th,td){padding:4px 6px !important;font-size:14px;hyphens:auto;-webkit-hyphens:auto}}',
  `@media (prefers-color-scheme:dark){.content,.content *{color:${INK.night} !important;border-color:${RULE.night} !important}.content a{color:${LINK.night} !important}}`,
].join('');

/** The letterhead of campaigns with placeholders, from the same parts as the emails to one person. */
const renderFrame = (preheader?: string): string =>
  layOut({
    preheader,
    title: '{subject}',
    style: MESSAGE_STYLE,
    content: html`<div class="content" style="${contentStyle}">{content}</div>`,
    seat: '{seat}',
    footer: smallPrint(html`{reason}<br>${anchor('{unsubscribe}', 'Unsubscribe from announcements')}`),
  });

/**
 * As it is sent, and its preview, without what inboxes alone show: with placeholders, and how the HTML of a message is
 * adapted to it. A preview has no styles of elements, which the content security policy forbids, and may not leave for
 * another page.
 */
export const messageFrames = {
  sent: { html: renderFrame('{preheader}'), adaptContent: styleElements },
  preview: {
    html: renderFrame().replace(/ style="[^"]*"/g, ''),
    adaptContent: (content: string) => content.replaceAll('<a ', '<a target="_blank" '),
  },
};
