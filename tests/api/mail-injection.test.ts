import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MESSAGE_STYLE } from '../../functions/mail/campaigns/message-frame.ts';
import { someBytes, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** Strings in subject, body, recipients and file names, of which none adds a header, a recipient or a script. */

const breaks = ['\r\n', '\n', '\r', '\u0000', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029', '\r\n '];
const lines = breaks.map((end) => `Call${end}Bcc: eve@evil.example`);
const words = [
  '=?utf-8?q?=0D=0ABcc:_eve@evil.example?=',
  '=?utf-8?b?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?=',
  'Bcc: eve@evil.example',
  '&#13;&#10;Bcc: eve@evil.example',
  '--=_boundary',
];
const names = [
  'a"; filename="b.exe',
  'a\\".exe',
  'a;b,c',
  'a\u202e',
  '名前',
  '=?utf-8?q?a=22=0D=0AX:_y?=',
  'a\r\nX-Evil: 1',
  'a\u0000b',
  "a*=utf-8''b",
  '../../a',
  'a\u2028b',
  '{{firstName}}',
];
const people = [
  'bunny-00000@example.org, eve@evil.example',
  'Eve <eve@evil.example>',
  'bunny-00000@example.org\r\nBcc: eve@evil.example',
  'bunny-00000@example.org\u0000@evil.example',
  'eve@evil.example (bunny-00000@example.org)',
  '@evil.example:bunny-00000@example.org',
  'bunny-00000@example.org%evil.example',
  'eve@evil.example',
  'bunny-00000@example.org@evil.example',
  'undisclosed:bunny-00000@example.org;',
  'bunny-00000@ex\u0430mple.org',
  'bunny-00000\u200b@example.org',
  '=?utf-8?q?bunny-00000?=@example.org',
];
const handlers = ['onerror', 'onload', 'onclick', 'onpointerdown'];
const tags = ['img src=x', 'svg', 'details open', 'a href="#"', 'p style="animation:x"'];
const active = [
  ...handlers.flatMap((handler) => tags.map((tag) => `<${tag} ${handler}=alert(1)>`)),
  ...'script iframe object embed form style link meta base svg math template'
    .split(' ')
    .flatMap((tag) => [
      `<${tag}>alert(1)</${tag}>`,
      `<${tag} src="https://evil.example/x" href="https://evil.example/x">`,
      `<${tag.toUpperCase()}\n>alert(1)`,
    ]),
  ...[
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>',
    '//evil.example',
  ].map((url) => `<a href="${url}">x</a>`),
  '<img src="https://evil.example/pixel.gif">',
  '<img src="https://www.example.org/mail-images/../api/userinfo">',
  '<p style="background:url(https://evil.example)">x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '{{firstName|<script>alert(1)</script>}}',
  '<a href="https://x.example/{{renewLink}}">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="https://x.example" ping="https://evil.example/pixel">x</a>',
  '<scr<script>ipt>alert(1)</script>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<img alt="x" srcset="https://evil.example/pixel.gif">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="position:fixed;inset:0">x</p>',
];

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
let to: string[];
beforeAll(async () => {
  pipeline = await startMailPipeline();
  to = await pipeline.addMembers([{}]);
});
afterAll(() => pipeline.stop());

const inside = lines.filter((line) => line.trim() === line);
it.each([...inside, ...inside.map((line) => line.slice(2))])(
  'the subject %j is rejected',
  async (subject) => {
    const { status, body } = await pipeline.send(to, { subject });
    expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'subject' });
  },
);

it.each(people)('the recipient %j is rejected', async (address) => {
  const { status, body } = await pipeline.send([address]);
  expect({ status, reason: body.reason }).toEqual({ status: 400, reason: 'recipients' });
});

it('keeps text and file names that look like headers out of the headers', async () => {
  for (const [index, subject] of words.entries()) {
    const files = names
      .map((name) => ({ name: `${name}${index}.pdf`, bytes: someBytes(50) }))
      .slice(index * 2, index * 2 + 5);
    expect((await pipeline.send(to, { subject }, files)).status).toBe(200);
  }
  await pipeline.work();
  expect(pipeline.inbox.map((each) => each.to)).toEqual(words.map(() => to[0]));
  const sent = pipeline.inbox.splice(0);
  for (const [index, { raw }] of sent.entries()) {
    const mail = await PostalMime.parse(raw);
    const subjects = mail.headers.filter(({ key }) => key === 'subject');
    expect(subjects).toHaveLength(1);
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
    expect(mail.bcc ?? mail.cc).toBeUndefined();
    expect(mail.attachments.length, String(index)).toBeGreaterThan(0);
    for (const { filename } of mail.attachments) expect(filename).toMatch(/\.pdf$/);
  }
});

it('lets no active content through in any message', async () => {
  for (const html of active) {
    const { body } = await pipeline.call(
      'POST',
      '/admin/preview-campaign',
      { subject: 'x', content: `<p>Hello</p>${html}` },
      { token: pipeline.token },
    );
    const own: string = body.data.html;
    const written = own
      .replace(/<head>.*<\/head>/s, (head) => head.replace(/<meta [^>]*>/g, ''))
      .replace(`<style>${MESSAGE_STYLE}</style>`, '')
      .replace(/<title>.*?<\/title>/, '');
    expect(written, html).not.toMatch(
      /<(script|iframe|object|embed|form|style|link|meta|base|svg|math|template|video|input|details|noscript)\b|<[^>]*\son\w+\s*=|<[^>]*style=|(href|src)="(?!https?:|mailto:)|evil\.example\/pixel/i,
    );
    expect(own, html).not.toMatch(/<img/);
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
    const input = { subject: 'Hello', content: `<p>${content}</p>`, recipients: [] };
    const reply = await pipeline.post('/admin/preview-campaign', input, { token: pipeline.token });
    expect(reply.status).toBe(200);
    const { html } = reply.body.data;
    for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/srcset|onerror/);
  }
});
