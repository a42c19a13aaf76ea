import { type Html, html } from './html.ts';
import { CONTACT_ADDRESS, type MailPart, type TransactionalMail } from './mail.ts';
import {
  anchor,
  bodyText,
  coloured,
  contactLink,
  cssOf,
  frameStyles,
  layOut,
  MAIL_STYLE,
  section,
} from './mail-layout.ts';

const title = { fontSize: '22px', lineHeight: '1.3', fontWeight: 600, margin: '0 0 20px' };
const subheading = { fontSize: '18px', lineHeight: '1.4', fontWeight: 600, margin: '28px 0 8px' };

/** The contact address in it becomes a link. */
function paragraph(text: string): Html {
  const [before = '', ...after] = text.split(CONTACT_ADDRESS);
  const rest = after.map((part) => html`${contactLink}${part}`);
  return html`<p ${coloured('ink', bodyText)}>${before}${rest}</p>`;
}

/** Large and spaced, so that people can read it out; one click selects it as a whole. */
const codeStyle = {
  fontFamily: 'ui-monospace,Menlo,Consolas,monospace',
  fontSize: '28px',
  lineHeight: '1.2',
  letterSpacing: '4px',
  userSelect: 'all',
  padding: '16px 20px',
  margin: '0 0 16px',
};

const cell = {
  fontSize: '16px',
  lineHeight: '1.4',
  padding: '8px 12px 8px 0',
  textAlign: 'left',
  verticalAlign: 'top',
  borderWidth: '0 0 1px',
  borderStyle: 'solid',
};
const label = { ...cell, fontWeight: 400, whiteSpace: 'nowrap' };
const value = { ...cell, width: '100%', wordBreak: 'break-word' };

function factsTable(facts: readonly (readonly [string, string])[]): Html {
  const rows = facts.map(
    ([name, text]) => html`<tr>
<th scope="row" ${coloured(['secondary', 'rule'], label)}>${name}</th>
<td ${coloured(['ink', 'rule'], value)}>${text}</td>
</tr>`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tbody>${rows}</tbody></table>`;
}

const buttonStyle = {
  lineHeight: '100%',
  textDecoration: 'none',
  display: 'inline-block',
  maxWidth: '100%',
  msoPaddingAlt: '0px',
  fontSize: '16px',
  fontWeight: 600,
  padding: '12px 20px',
  borderRadius: '4px',
  borderWidth: '1px',
  borderStyle: 'solid',
};
const buttonText =
  'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px';
/** Outlook on Windows knows no padding of links: spaces stand for it. */
const outlookBefore = html`<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]-->`;
const outlookAfter = html`<!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]-->`;

const linkBelowButton = { ...frameStyles.small, margin: '8px 0 0', wordBreak: 'break-all' };

interface Action {
  text: string;
  link: string;
  button: string;
}

/** The address stands below its button: people shall see where it leads. Only the first button of an email is filled. */
const actionSection = ({ text, link, button }: Action, isFirst: boolean): Html =>
  section(
    { margin: '0 0 20px' },
    html`${paragraph(text)}
<a href="${link}" ${coloured(isFirst ? 'button' : 'outline', buttonStyle)} target="_blank">${outlookBefore}<span style="${buttonText}">${button}</span>${outlookAfter}</a>
<p style="${cssOf(linkBelowButton)}">${anchor(link, link)}</p>`,
  );

function partHtml(part: MailPart, isFirstAction: boolean): Html {
  if (typeof part === 'string') return paragraph(part);
  if ('heading' in part) return html`<h2 ${coloured('ink', subheading)}>${part.heading}</h2>`;
  if ('code' in part) return html`<p ${coloured('code', codeStyle)}>${part.code}</p>`;
  if ('facts' in part) return factsTable(part.facts);
  return actionSection(part, isFirstAction);
}

/** The email as a whole HTML document, with placeholders. */
export function mailHtml({
  subject,
  preheader,
  greeting,
  parts,
}: Pick<TransactionalMail, 'subject' | 'preheader' | 'greeting' | 'parts'>): string {
  const firstAction = parts.findIndex((part) => typeof part === 'object' && 'link' in part);
  const content = html`<h1 ${coloured('ink', title)}>${subject}</h1>
${paragraph(greeting)}
${parts.map((part, place) => partHtml(part, place === firstAction))}`;
  return layOut({ title: subject, preheader, style: MAIL_STYLE, content });
}
