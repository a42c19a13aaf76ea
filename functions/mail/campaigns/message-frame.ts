import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Anchor, Layout, Small } from '../transactional/mail-layout.ts';
import { contentStyle, MESSAGE_STYLE, REASON_FOR_RECEIVING } from './message-style.ts';

/** The letterhead of campaigns with placeholders, from the same parts as the emails to one person. */
const framed = `<!doctype html>${renderToStaticMarkup(
  h(
    Layout,
    {
      title: '{subject}',
      preheader: '{preheader}',
      style: MESSAGE_STYLE,
      seat: '{seat}',
      footer: h(
        Small,
        null,
        REASON_FOR_RECEIVING,
        h('br'),
        h(Anchor, { href: '{unsubscribe}' }, 'Unsubscribe from announcements'),
      ),
    },
    h('div', { className: 'content', style: contentStyle }, '{content}'),
  ),
)}`;

/** As it is sent, and without the styles of elements, for pages whose content security policy forbids them. */
export const messageFrames = { sent: framed, page: framed.replace(/ style="[^"]*"/g, '') };
