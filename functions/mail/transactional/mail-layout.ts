import { type Html, html } from './html.ts';
import { CONTACT_ADDRESS, SITE_URL } from './mail.ts';

/** Declarations of CSS, with their properties as in scripts: `fontSize`. */
export type Style = Readonly<Record<string, string | number>>;

/**
 * The house's colours, by day and by night: what each class colours, and how. Programs that don't know the night's show the
 * day's, and some darken them by themselves.
 */
export const colours = {
  ink: { color: ['#0b2322', '#e9f1ee'] },
  secondary: { color: ['#546765', '#94a5a1'] },
  link: { color: ['#05625a', '#90d2c1'] },
  rule: { borderColor: ['#d0dbd8', '#2c3d3c'] },
  code: { color: ['#0b2322', '#e9f1ee'], backgroundColor: ['#ddede7', '#182f2d'] },
  button: {
    color: ['#f8fbfa', '#0a1a1a'],
    backgroundColor: ['#0a2c2b', '#c8e8de'],
    borderColor: ['#0a2c2b', '#c8e8de'],
  },
  outline: { color: ['#0b2322', '#e9f1ee'], borderColor: ['#6f827f', '#6c817e'] },
} as const;
type Colours = keyof typeof colours;

type Colouring = Readonly<Record<string, readonly [day: string, night: string]>>;

/** The attributes of an element: these classes, and the style with their colours by day. */
export function coloured(names: Colours | Colours[], style: Style, otherClass = ''): Html {
  const classes = [names].flat();
  const whole: Style = Object.assign({ ...style }, ...classes.map((name) => byDay(colours[name])));
  return html`class="${[...classes, otherClass].join(' ').trim()}" style="${cssOf(whole)}"`;
}

export const byDay = (colouring: Colouring): Style =>
  Object.fromEntries(Object.entries(colouring).map(([property, [day]]) => [property, day]));

const cssName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The declarations of a style. */
export const cssOf = (style: Style): string =>
  Object.entries(style)
    .map(([property, value]) => `${cssName(property)}:${value}`)
    .join(';');

const byNight = Object.entries(colours).map(([name, colouring]: [string, Colouring]) => {
  const declarations = Object.entries(colouring).map(
    ([property, [, night]]) => `${cssName(property)}:${night} !important`,
  );
  return `.${name}{${declarations.join(';')}}`;
});

/** `color-scheme` tells programs that the mail has colours for the night, so that they don't invert it. */
export const MAIL_STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '.paper{background-color:#f8fbfa}',
  `@media (prefers-color-scheme:dark){.paper{background-color:#0b1818}${byNight.join('')}}`,
].join('');

const FONT =
  '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"PingFang SC","Microsoft YaHei",sans-serif';
const small = { fontSize: '14px', lineHeight: '1.5', margin: '0 0 8px' } as const;

/** The styles of the frame, by their classes. */
export const frameStyles = {
  paper: { margin: 0, fontFamily: FONT },
  column: { maxWidth: '600px', padding: '32px 20px' },
  association: { ...small, fontWeight: 600, margin: '0 0 12px' },
  small,
} as const;

export const bodyText = {
  fontSize: '16px',
  lineHeight: '1.55',
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const;

export const anchor = (href: string, text: string): Html =>
  html`<a href="${href}" ${coloured('link', { textDecoration: 'underline' })} target="_blank">${text}</a>`;

export const contactLink = anchor(`mailto:${CONTACT_ADDRESS}`, CONTACT_ADDRESS);

/** A line in small print. */
export const smallPrint = (content: Html): Html =>
  html`<p ${coloured('secondary', frameStyles.small, 'small')}>${content}</p>`;

const rule = (margin: string): Html => {
  const borderTop = `1px solid ${colours.rule.borderColor[0]}`;
  return html`<hr ${coloured('rule', { width: '100%', border: 'none', borderTop, margin })}>`;
};

/** A table that lays out its content: Outlook on Windows ignores widths and paddings of other elements. */
const LAYOUT_TABLE = html`align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"`;

/** A block, which keeps its margins in every email program. */
export const section = (style: Style, content: Html): Html =>
  html`<table ${LAYOUT_TABLE} style="${cssOf(style)}"><tbody><tr><td>${content}</td></tr></tbody></table>`;

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
<table ${LAYOUT_TABLE}><tbody><tr><td style="${cssOf(frameStyles.paper)}">
${preheader === undefined ? '' : hiddenPreheader(preheader)}
<table ${LAYOUT_TABLE} class="column" style="${cssOf(frameStyles.column)}"><tbody><tr style="width:100%"><td>
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
