import { expect, it } from 'vitest';
import { sanitizeMessage } from '../../../functions/mail/campaigns/message-html.ts';
import { unfilledFields } from '../../../functions/mail/campaigns/preview-campaign.ts';

const unfilledIn = (subject: string, content: string) =>
  unfilledFields({ subject, ...sanitizeMessage(content, 'https://www.example.org/mail-images/') });

const inBraces = (count: number) => Array.from({ length: count }, (_, index) => `{{no ${index}}}`);

it.each<[string, subject: string, content: string, named: string[]]>([
  [
    'what is no merge field, in the subject and in the text, each once',
    'Hello {{firstname|x}} {{foo|bar}}',
    '<p>{{first name}} and {{foo|bar}}</p><p>{{validUntil} {{R&amp;D}}</p>',
    ['{{firstname|x}}', '{{foo|bar}}', '{{first name}}', '{{validUntil}', '{{R&D}}'],
  ],
  [
    'nothing that is filled in, or where no merge field was meant',
    'Hello {{firstName|member}}',
    '<p>{{name}} {{ validUntil | not active}} {{renewLink}} {one} }} {{{firstName}}{a}} <a href="https://a.example">a</a></p>',
    [],
  ],
  [
    'what is formatted in part, as the HTML is sent with the braces',
    'Hello',
    '<p>{{first<b>Name</b>|you}} <b>{{firstName}}</b> {{validUntil|<b>never</b>}}</p>',
    ['{{firstName|you}}', '{{validUntil|never}}'],
  ],
  [
    'at most 20 in all',
    inBraces(10).join(' '),
    `<p>${inBraces(18).join(' ')} {{first<b>Name</b>}} {{renew<b>Link</b>}} {{valid<i>Until</i>}}</p>`,
    [...inBraces(18), '{{firstName}}', '{{renewLink}}'],
  ],
  ...['｛｛firstName｝｝', '{{{firstName}}}', '*|FNAME|*'].map(
    (field): [string, string, string, string[]] => [
      `what another program would fill: ${field}`,
      'Hello',
      `<p>Dear ${field},</p>`,
      [field],
    ],
  ),
])('the preview names %s', (_what, subject, content, named) => {
  expect(unfilledIn(subject, content)).toEqual(named);
});
