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
export const INK = { day: '#0b2322', night: '#e9f1ee' };
export const LINK = { day: '#05625a', night: '#90d2c1' };
export const RULE = { day: '#d0dbd8', night: '#2c3d3c' };

/**
 * What each class colours, by day and by night. Programs that don't know the night's show the day's, and some darken them by
 * themselves.
 */
export const colours = {
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
export const frameStyles = {
  paper: `margin:0;font-family:${FONT}`,
  column: 'max-width:600px;padding:32px 20px',
  association: `${SMALL};margin:0 0 12px;font-weight:600`,
  small: `${SMALL};margin:0 0 8px`,
};

const WRAPPED = 'overflow-wrap:anywhere;word-break:break-word';
const BODY = 'font-size:16px;line-height:1.55';
export const bodyText = `${BODY};margin:0 0 16px;${WRAPPED}`;
/** Around paragraphs that have their own margins. */
export const bodyFrame = `${BODY};margin:0;${WRAPPED}`;

export const anchor = (href: string, text: string): Html =>
  html`<a href="${href}" ${coloured('link', 'text-decoration:underline')} target="_blank">${text}</a>`;

export const contactLink = anchor(`mailto:${CONTACT_ADDRESS}`, CONTACT_ADDRESS);

/** A line in small print. */
export const smallPrint = (content: Html): Html =>
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
  preheader?: string;
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
