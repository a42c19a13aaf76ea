import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CONTACT_ADDRESS, type MailPart, SITE_URL, type TransactionalMail } from './mail.ts';

/**
 * The house's colours, by day and by night: what each class colours, and how. Programs that don't know the night's show the
 * day's, and some darken them by themselves.
 */
const colours = {
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

/** The classes of an element, and its style with their colours by day. */
const coloured = (names: Colours | Colours[], style: CSSProperties) => ({
  className: [names].flat().join(' '),
  style: Object.assign({ ...style }, ...[names].flat().map((name) => byDay(colours[name]))),
});

const byDay = (colouring: Colouring): CSSProperties =>
  Object.fromEntries(Object.entries(colouring).map(([property, [day]]) => [property, day]));

const cssName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const byNight = Object.entries(colours).map(([name, colouring]: [string, Colouring]) => {
  const declarations = Object.entries(colouring).map(
    ([property, [, night]]) => `${cssName(property)}:${night} !important`,
  );
  return `.${name}{${declarations.join(';')}}`;
});

/** `color-scheme` tells programs that the mail has colours for the night, so that they don't invert it. */
const STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '.paper{background-color:#f8fbfa}',
  `@media (prefers-color-scheme:dark){.paper{background-color:#0b1818}${byNight.join('')}}`,
].join('');

const FONT =
  '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"PingFang SC","Microsoft YaHei",sans-serif';
const body = {
  fontSize: '16px',
  lineHeight: '1.55',
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const;
const title = { fontSize: '22px', lineHeight: '1.3', fontWeight: 600, margin: '0 0 20px' };
const small = { fontSize: '14px', lineHeight: '1.5', margin: '0 0 8px' };

type Props<T = object> = T & { children?: ReactNode };

/** The contact address in it becomes a link. */
function Paragraph({ text }: { text: string }) {
  const [before, ...after] = text.split(CONTACT_ADDRESS);
  const rest = after.map((part) => [h(Contact, { key: part }), part]);
  return h(Text, coloured('ink', body), before, rest);
}

const Contact = () => h(Anchor, { href: `mailto:${CONTACT_ADDRESS}` }, CONTACT_ADDRESS);

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
      { style: { ...small, margin: '8px 0 0', wordBreak: 'break-all' } },
      h(Anchor, { href: link }, link),
    ),
  );
}

const Anchor = ({ href, children }: Props<{ href: string }>) =>
  h(Link, { href, ...coloured('link', { textDecoration: 'underline' }) }, children);

function Part({ part, isFirstAction }: { part: MailPart; isFirstAction: boolean }) {
  if (typeof part === 'string') return h(Paragraph, { text: part });
  if ('heading' in part) return h(Subheading, null, part.heading);
  if ('code' in part) return h(Code, null, part.code);
  if ('facts' in part) return h(Facts, part);
  return h(Action, { ...part, isFirst: isFirstAction });
}

/** One narrow column, with the association's name above and the way to a person below. */
const Layout = ({ subject, preheader, children }: Props<{ subject: string; preheader: string }>) =>
  h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no' }),
      h('title', null, subject),
      h('style', null, STYLE),
    ),
    h(
      Body,
      // The style has its colours: the library would put others into a cell without a class.
      { className: 'paper', style: { margin: 0, fontFamily: FONT } },
      h(Preview, null, preheader),
      h(
        Container,
        { style: { maxWidth: '600px', padding: '32px 20px' } },
        h(
          'header',
          null,
          h(
            Text,
            coloured('secondary', { ...small, fontWeight: 600, margin: '0 0 12px' }),
            'Asia Graphics Association',
          ),
          h(Hr, coloured('rule', { margin: '0 0 28px' })),
        ),
        h('main', null, h(Heading, { as: 'h1', ...coloured('ink', title) }, subject), children),
        h(Hr, coloured('rule', { margin: '32px 0 20px' })),
        h(
          'footer',
          null,
          h(Text, coloured('secondary', small), 'Questions? Write to ', h(Contact), '.'),
          h(
            Text,
            coloured('secondary', small),
            'Asia Graphics Association (AG)',
            h('br'),
            h(Anchor, { href: SITE_URL }, SITE_URL),
          ),
        ),
      ),
    ),
  );

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
  const layout = h(Layout, { subject, preheader }, h(Paragraph, { text: greeting }), content);
  return `<!doctype html>${renderToStaticMarkup(layout)}`;
}
