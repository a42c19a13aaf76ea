import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Anchor, Layout, Small } from '../transactional/mail-layout.ts';
import { contentStyle, MESSAGE_STYLE, REASON_FOR_RECEIVING } from './message-style.ts';

/** The letterhead of campaigns with placeholders, from the same parts as the emails to one person. */
const renderFrame = ({ preheader, hasViewLink }: { preheader?: string; hasViewLink: boolean }) =>
  `<!doctype html>${renderToStaticMarkup(
    h(
      Layout,
      {
        ...(preheader !== undefined && { preheader }),
        title: '{subject}',
        style: MESSAGE_STYLE,
        seat: '{seat}',
        ...(hasViewLink && { header: h(Small, null, h(Anchor, { href: '{view}' }, 'View in browser')) }),
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

/** Pages have no styles of elements, which their content security policy forbids. */
const forPage = (html: string) => html.replace(/ style="[^"]*"/g, '');

/** As it is sent; its preview, without what inboxes alone show; and as the page shows it to which "View in browser" leads. */
export const messageFrames = {
  sent: renderFrame({ preheader: '{preheader}', hasViewLink: true }),
  preview: forPage(renderFrame({ hasViewLink: true })),
  page: forPage(renderFrame({ hasViewLink: false })),
};
