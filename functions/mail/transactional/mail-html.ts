import { CONTACT_ADDRESS, type MailPart, type TransactionalMail } from './mail.ts';
import {
  anchor,
  bodyText,
  coloured,
  contactLink,
  type Html,
  html,
  layOut,
  MAIL_STYLE,
  section,
} from './mail-layout.ts';

const TITLE = 'font-size:22px;line-height:1.3;font-weight:600;margin:0 0 20px';
const SUBHEADING = 'font-size:18px;line-height:1.4;font-weight:600;margin:28px 0 8px';

/** The contact address in it becomes a link. */
function paragraph(text: string): Html {
  const [before = '', ...after] = text.split(CONTACT_ADDRESS);
  const rest = after.map((part) => html`${contactLink}${part}`);
  return html`<p ${coloured('ink', bodyText)}>${before}${rest}</p>`;
}

/** Large and spaced, so that people can read it out; one click selects it as a whole. */
const CODE = [
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:1.2;letter-spacing:4px',
  'user-select:all;padding:16px 20px;margin:0 0 16px',
].join(';');

const CELL = [
  'font-size:16px;line-height:1.4;padding:8px 12px 8px 0;text-align:left;vertical-align:top',
  'border-width:0 0 1px;border-style:solid',
].join(';');
const LABEL = `${CELL};font-weight:400;white-space:nowrap`;
const VALUE = `${CELL};width:100%;word-break:break-word`;

function factsTable(facts: readonly (readonly [string, string])[]): Html {
  const rows = facts.map(
    ([name, text]) => html`<tr>
<th scope="row" ${coloured(['secondary', 'rule'], LABEL)}>${name}</th>
<td ${coloured(['ink', 'rule'], VALUE)}>${text}</td>
</tr>`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tbody>${rows}</tbody></table>`;
}

const BUTTON = [
  'line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px',
  'font-size:16px;font-weight:600;padding:12px 20px;border-radius:4px;border-width:1px;border-style:solid',
].join(';');
const BUTTON_TEXT =
  'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px';
/** Outlook on Windows knows no padding of links: spaces stand for it. */
const outlookBefore = html`<!--[if mso]><i style="mso-font-width:500%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]-->`;
const outlookAfter = html`<!--[if mso]><i style="mso-font-width:500%" hidden>&#8202;&#8202;&#8203;</i><![endif]-->`;

const LINK_BELOW_BUTTON = 'font-size:14px;line-height:1.5;margin:8px 0 0;word-break:break-all';

/** The address stands below its button: people shall see where it leads. Only the first button of an email is filled. */
const actionSection = ({ text, link, button }: Extract<MailPart, { link: string }>, isFirst: boolean): Html =>
  section(
    'margin:0 0 20px',
    html`${paragraph(text)}
<a href="${link}" ${coloured(isFirst ? 'button' : 'outline', BUTTON)} target="_blank">${outlookBefore}<span style="${BUTTON_TEXT}">${button}</span>${outlookAfter}</a>
<p style="${LINK_BELOW_BUTTON}">${anchor(link, link)}</p>`,
  );

function partHtml(part: MailPart, isFirstAction: boolean): Html {
  if (typeof part === 'string') return paragraph(part);
  if ('heading' in part) return html`<h2 ${coloured('ink', SUBHEADING)}>${part.heading}</h2>`;
  if ('code' in part) return html`<p ${coloured('code', CODE)}>${part.code}</p>`;
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
  const content = html`<h1 ${coloured('ink', TITLE)}>${subject}</h1>
${paragraph(greeting)}
${parts.map((part, place) => partHtml(part, place === firstAction))}`;
  return layOut({ title: subject, preheader, style: MAIL_STYLE, content });
}
