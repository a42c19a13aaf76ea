import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { createElement as h, type ReactNode } from 'react';
import { CONTACT_ADDRESS, SITE_URL } from './mail.ts';
import { coloured, frame } from './mail-style.ts';

export type Props<T = object> = T & { children?: ReactNode };

export const Anchor = ({ href, children }: Props<{ href: string }>) =>
  h(Link, { href, ...coloured('link', { textDecoration: 'underline' }) }, children);

export const Contact = () => h(Anchor, { href: `mailto:${CONTACT_ADDRESS}` }, CONTACT_ADDRESS);

/** A line in small print. */
export const Small = ({ children }: Props) => h(Text, dressed('small'), children);

/** A class of the frame with its style, in the colour of secondary text. */
function dressed(name: keyof typeof frame) {
  const { className, style } = coloured('secondary', frame[name]);
  return { className: `${className} ${name}`, style };
}

interface LayoutProps {
  title: string;
  /** What an inbox shows after the subject. */
  preheader?: string;
  style: string;
  /** Lines in small print below the association's name. */
  header?: ReactNode;
  /** After the association's name: its seat. */
  seat?: string;
  /** Lines in small print above the association's name. */
  footer?: ReactNode;
}

/** One narrow column, with the association's name above and the way to a person below. */
export const Layout = ({ title, preheader, style, header, seat, footer, children }: Props<LayoutProps>) =>
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
      { className: 'paper', style: frame.paper },
      preheader !== undefined && h(Preview, null, preheader),
      h(
        Container,
        { className: 'column', style: frame.column },
        h(
          'header',
          null,
          h(Text, dressed('association'), 'Asia Graphics Association'),
          header,
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
