import { Button } from '@react-email/button';
import { Heading } from '@react-email/heading';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CONTACT_ADDRESS, type MailPart, type TransactionalMail } from './mail.ts';
import {
  Anchor,
  bodyText,
  Contact,
  coloured,
  frameStyles,
  Layout,
  MAIL_STYLE,
  type Props,
} from './mail-layout.ts';

const title = { fontSize: '22px', lineHeight: '1.3', fontWeight: 600, margin: '0 0 20px' };

/** The contact address in it becomes a link. */
function Paragraph({ text }: { text: string }) {
  const [before, ...after] = text.split(CONTACT_ADDRESS);
  const rest = after.map((part) => [h(Contact, { key: part }), part]);
  return h(Text, coloured('ink', bodyText), before, rest);
}

function Subheading({ children }: Props) {
  const style = { fontSize: '18px', lineHeight: '1.4', fontWeight: 600, margin: '28px 0 8px' };
  return h(Heading, { as: 'h2', ...coloured('ink', style) }, children);
}

/** Large and spaced, so that people can read it out; one click selects it as a whole. */
function Code({ children }: Props) {
  const style = {
    fontFamily: 'ui-monospace,Menlo,Consolas,monospace',
    fontSize: '28px',
    lineHeight: '1.2',
    letterSpacing: '4px',
    userSelect: 'all',
    padding: '16px 20px',
    margin: '0 0 16px',
  } as const;
  return h(Text, coloured('code', style), children);
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  const cell = {
    fontSize: '16px',
    lineHeight: '1.4',
    padding: '8px 12px 8px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    borderWidth: '0 0 1px',
    borderStyle: 'solid',
  } as const;
  const label = { ...cell, fontWeight: 400, whiteSpace: 'nowrap' } as const;
  const value = { ...cell, width: '100%', wordBreak: 'break-word' } as const;
  const rows = facts.map(([name, text]) =>
    h(
      'tr',
      { key: name },
      h('th', { scope: 'row', ...coloured(['secondary', 'rule'], label) }, name),
      h('td', coloured(['ink', 'rule'], value), text),
    ),
  );
  return h(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 20px' } },
    h('tbody', null, rows),
  );
}

interface ActionProps {
  text: string;
  link: string;
  button: string;
  /** Only the first action of an email has a filled button. */
  isFirst: boolean;
}

/** The address stands below its button: people shall see where it leads. */
function Action({ text, link, button, isFirst }: ActionProps) {
  const style = {
    fontSize: '16px',
    fontWeight: 600,
    padding: '12px 20px',
    borderRadius: '4px',
    borderWidth: '1px',
    borderStyle: 'solid',
  };
  const colours = coloured(isFirst ? 'button' : 'outline', style);
  return h(
    Section,
    { style: { margin: '0 0 20px' } },
    h(Paragraph, { text }),
    h(Button, { href: link, ...colours }, button),
    h(
      Text,
      { style: { ...frameStyles.small, margin: '8px 0 0', wordBreak: 'break-all' } },
      h(Anchor, { href: link }, link),
    ),
  );
}

function Part({ part, isFirstAction }: { part: MailPart; isFirstAction: boolean }) {
  if (typeof part === 'string') return h(Paragraph, { text: part });
  if ('heading' in part) return h(Subheading, null, part.heading);
  if ('code' in part) return h(Code, null, part.code);
  if ('facts' in part) return h(Facts, part);
  return h(Action, { ...part, isFirst: isFirstAction });
}

/** The email as a whole HTML document, with placeholders. */
export function mailHtml({
  subject,
  preheader,
  greeting,
  parts,
}: Pick<TransactionalMail, 'subject' | 'preheader' | 'greeting' | 'parts'>): string {
  const firstAction = parts.findIndex((part) => typeof part === 'object' && 'link' in part);
  const content = parts.map((part, place) =>
    // Parts never move: their place is their identity.
    h(Part, { key: place, part, isFirstAction: place === firstAction }),
  );
  const layout = h(
    Layout,
    { title: subject, preheader, style: MAIL_STYLE },
    h(Heading, { as: 'h1', ...coloured('ink', title) }, subject),
    h(Paragraph, { text: greeting }),
    content,
  );
  return `<!doctype html>${renderToStaticMarkup(layout)}`;
}
