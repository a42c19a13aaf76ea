import { afterAll, expect, it } from 'vitest';
import { MESSAGE_STYLE } from '../../functions/mail/transactional/mail-layout.ts';
import { someBytes, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** Strings in subject, body, recipients and file names, of which none adds a header, a recipient or a script. */

const words = [
  '=?utf-8?q?=0D=0ABcc:_eve@evil.example?=',
  'Bcc: eve@evil.example',
  '&#13;&#10;Bcc: eve@evil.example',
  '--=_boundary',
];
const names = [
  'a"; filename="b.exe',
  'a\\".exe',
  'a;b,c',
  'a\u202e',
  '=?utf-8?q?a=22=0D=0AX:_y?=',
  'a\r\nX-Evil: 1',
  'a\u0000b',
  "a*=utf-8''b",
];
const handled = ['img src=x', 'svg', 'details open', 'a href="#"', 'p style="animation:x"'];
const forbidden = 'script iframe object embed form style link meta base svg math template'.split(' ');
const schemes = ['javascript:', '&#106;avascript:', 'data:text/html,', '//'];
const active = [
  ...handled.map((tag) => `<${tag} onerror=alert(1) onload=alert(1) onclick=alert(1)>`),
  ...forbidden.map(
    (tag) => `<${tag} src="https://evil.example/x" href="https://evil.example/x">alert(1)</${tag}>`,
  ),
  ...schemes.map((scheme) => `<a href="${scheme}alert(1)">x</a>`),
  '<img src="https://evil.example/pixel.gif">',
  '<img src="https://www.example.org/mail-images/../api/userinfo">',
  '<a href="https://x.example" ping="https://evil.example/pixel">x</a>',
  '<p style="background:url(https://evil.example)">x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<scr<script>ipt>alert(1)</script>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '{{firstName|<script>alert(1)</script>}}',
  '<a href="https://x.example/{{renewLink}}">x</a>',
];

const pipeline = await startMailPipeline();
afterAll(() => pipeline.stop());
const to = await pipeline.addMembers(1);

it.each(['\r\n', '\n', '\u0000', '\u0085', '\u2028'])('a subject with %j is rejected', async (end) => {
  const reply = await pipeline.send(to, { subject: `Call${end}Bcc: eve@evil.example` });
  expect(reply).toMatchObject({ status: 400, body: { reason: 'subject' } });
});

it.each([
  'bunny-00000@example.org, eve@evil.example',
  'bunny-00000@example.org\r\nBcc: eve@evil.example',
  'eve@evil.example',
  'bunny-00000@ex\u0430mple.org',
])('the recipient %j is rejected', async (address) => {
  expect(await pipeline.send([address])).toMatchObject({ status: 400, body: { reason: 'recipients' } });
});

it('keeps text and file names that look like headers out of the headers', async () => {
  for (const [index, subject] of words.entries()) {
    const files = names
      .map((name) => ({ name: `${name}${index}.pdf`, bytes: someBytes(50) }))
      .slice(index * 2, index * 2 + 5);
    expect((await pipeline.send(to, { subject }, files)).status).toBe(200);
  }
  await pipeline.work();
  expect(pipeline.arrived()).toEqual(words.map(() => to[0]));
  for (const mail of await pipeline.parsed()) {
    expect(mail.headers.map(({ key }) => key).sort()).toEqual([
      'content-type',
      'date',
      'from',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
      'x-ag-mail',
    ]);
    expect(words.map((word) => word.replaceAll('=?', '= ?'))).toContain(mail.subject);
    expect(mail.attachments).not.toEqual([]);
    for (const { filename } of mail.attachments) expect(filename).toMatch(/\.pdf$/);
  }
});

const shownOf = async (content: string): Promise<string> => {
  const reply = await pipeline.admin.post('/admin/preview-campaign', { subject: 'x', content });
  return reply.body.data.html;
};

it('lets no active content through in any message', async () => {
  for (const html of active) {
    const shown = await shownOf(`<p>Hello</p>${html}`);
    const written = shown
      .replace(/<head>.*<\/head>/s, (head) => head.replace(/<meta [^>]*>/g, ''))
      .replace(`<style>${MESSAGE_STYLE}</style>`, '')
      .replace(/<title>.*?<\/title>/, '');
    expect(written, html).not.toMatch(
      /<(script|iframe|object|embed|form|style|link|meta|base|svg|math|template|video|input|details|noscript)\b|<[^>]*\son\w+\s*=|<[^>]*style=|(href|src)="(?!https?:|mailto:)|evil\.example\/pixel/i,
    );
    expect(shown, html).not.toMatch(/<img/);
  }
});

it('a merge field begun in an attribute does not end outside of it', async () => {
  const image = `https://www.example.org/mail-images/${'a'.repeat(64)}.png`;
  const evil = 'srcset="https://evil.example/x 1x" onerror="alert(1)"';
  const contents = [
    `<img src="${image}" alt="{{firstName|"> }} " ${evil}>`,
    `<img src="${image}" alt="{{firstName|" /> }} ${evil}>`,
    `<a href="https://example.org/{{firstName|"> }} ${evil}>x</a>`,
  ];
  for (const content of contents) {
    const tags = (await shownOf(`<p>${content}</p>`)).match(/<[^>]*>/g) ?? [];
    expect(tags.join('')).not.toMatch(/srcset|onerror/);
  }
});
