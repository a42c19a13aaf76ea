import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Anchor, Layout, Small } from '../transactional/mail-layout.ts';
import { contentStyle, MESSAGE_STYLE, REASON_FOR_RECEIVING } from './message-style.ts';

/** The letterhead of campaigns with placeholders, from the same parts as the emails to one person. */
const renderFrame = (given: { preheader?: string }) =>
  `<!doctype html>${renderToStaticMarkup(
    h(
      Layout,
      {
        ...given,
        title: '{subject}',
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

/**
 * As it is sent, and for pages of the site: without what inboxes alone show, and without the styles of elements, which
 * the pages' content security policy forbids.
 */
export const messageFrames = {
  sent: renderFrame({ preheader: '{preheader}' }),
  page: renderFrame({}).replace(/ style="[^"]*"/g, ''),
};
