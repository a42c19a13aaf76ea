import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactNode } from 'react';
import { CONTACT_ADDRESS, SITE_URL } from './mail.ts';

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

/** The classes of an element, and its style with their colours by day. */
export const coloured = (names: Colours | Colours[], style: CSSProperties) => ({
  className: [names].flat().join(' '),
  style: Object.assign({ ...style }, ...[names].flat().map((name) => byDay(colours[name]))),
});

export const byDay = (colouring: Colouring): CSSProperties =>
  Object.fromEntries(Object.entries(colouring).map(([property, [day]]) => [property, day]));

const cssName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The declarations of a style. */
export const cssOf = (style: CSSProperties): string =>
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

export type Props<T = object> = T & { children?: ReactNode };

export const Anchor = ({ href, children }: Props<{ href: string }>) =>
  h(Link, { href, ...coloured('link', { textDecoration: 'underline' }) }, children);

export const Contact = () => h(Anchor, { href: `mailto:${CONTACT_ADDRESS}` }, CONTACT_ADDRESS);

/** A line in small print. */
export const Small = ({ children }: Props) => h(Text, dressed('small'), children);

/** A class of the frame with its style, in the colour of secondary text. */
function dressed(name: keyof typeof frameStyles) {
  const { className, style } = coloured('secondary', frameStyles[name]);
  return { className: `${className} ${name}`, style };
}

interface LayoutProps {
  title: string;
  /** What an inbox shows after the subject. */
  preheader?: string;
  style: string;
  /** After the association's name: its seat. */
  seat?: string;
  /** Lines in small print above the association's name. */
  footer?: ReactNode;
}

/** One narrow column, with the association's name above and the way to a person below. */
export const Layout = ({ title, preheader, style, seat, footer, children }: Props<LayoutProps>) =>
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
      h('title', null, title),
      h('style', null, style),
    ),
    h(
      Body,
      // The style has its colours: the library would put others into a cell without a class.
      { className: 'paper', style: frameStyles.paper },
      preheader !== undefined && h(Preview, null, preheader),
      h(
        Container,
        { className: 'column', style: frameStyles.column },
        h(
          'header',
          null,
          h(Text, dressed('association'), 'Asia Graphics Association'),
          h(Hr, coloured('rule', { margin: '0 0 28px' })),
        ),
        h('main', null, children),
        h(Hr, coloured('rule', { margin: '32px 0 20px' })),
        h(
          'footer',
          null,
          footer,
          h(Small, null, 'Questions? Write to ', h(Contact), '.'),
          h(
            Small,
            null,
            seat === undefined ? 'Asia Graphics Association (AG)' : `Asia Graphics Association (AG), ${seat}`,
            h('br'),
            h(Anchor, { href: SITE_URL }, SITE_URL),
          ),
        ),
      ),
    ),
  );
