import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExcess, sanitizeMessage } from '../../functions/mail/campaigns/message-html.ts';
import { mailLimits } from '../../functions/shared/mail-limits.ts';
import { cpuMilliseconds } from '../support/cpu.ts';
import { startMailPipeline } from '../support/jobs/mail-pipeline.ts';

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
let to: string[];
beforeAll(async () => {
  pipeline = await startMailPipeline();
  to = await pipeline.addMembers([{}]);
});
afterAll(() => pipeline.stop());

const nested = (levels: number, open: string, close = '') => open.repeat(levels) + close.repeat(levels);
const bombs: [string, string][] = [
  ['20,000 quotations', nested(20_000, '<blockquote>')],
  ['10,000 quotations that end', nested(10_000, '<blockquote>', '</blockquote>')],
  ['8,000 tables', nested(8000, '<table><tr><td>')],
  ['tags that no browser knows', nested(60_000, '<x>')],
  ['drawings, which are thrown away', nested(40_000, '<svg>')],
  // Such an element ends where it begins, which must not make up for its level.
  ['5,000 levels behind a line break', `${'<div>'.repeat(100)}<br>${'<div>'.repeat(5000)}`],
  ['101 levels', `${nested(101, '<div>', '</div>')}`],
];

const request = {
  'send-email': (content: string) => pipeline.send(to, { subject: 'Deep', content }, []),
  'test-email': (content: string) =>
    pipeline.postForm('/admin/send-test-campaign', { subject: 'Deep', content }, [], {
      token: pipeline.token,
    }),
  'check-email': (content: string) =>
    pipeline.post('/admin/preview-campaign', { content }, { token: pipeline.token }),
  'mail-draft': (content: string) =>
    pipeline.post('/admin/campaign-draft', { action: 'save', content }, { token: pipeline.token }),
};

describe.each(Object.entries(request))('%s', (_call, send) => {
  it.each(bombs)('refuses %s with a sentence', async (_what, content) => {
    expect(await send(content)).toMatchObject({
      status: 400,
      body: {
        code: 0,
        reason: 'content',
        msg: 'Failed to send email. Please try again.',
        issues: [{ path: 'content', message: expect.stringMatching(/nested elements/) }],
      },
    });
  });
});

describe('the nesting of a message', () => {
  it('is checked within 100 ms', async () => {
    findExcess(bombs[0]?.[1] ?? '');
    for (const [what, html] of bombs) {
      const spent = await cpuMilliseconds(async () => findExcess(html));
      expect([what, spent < 100]).toEqual([what, true]);
    }
  });

  it('is not limited for elements side by side', async () => {
    for (const html of ['<p>a', '<br>', '<b>a</b>', '<tr><td>a', 'a<!--b-->', '</b>']) {
      const long = html.repeat(Math.floor((256 * 1024) / html.length));
      expect([html, findExcess(long)]).toEqual([html, undefined]);
    }
  });

  it('of a hundred levels is sanitized as usual', async () => {
    const html = nested(100, '<blockquote>', '</blockquote>').replace('</', 'x</');
    expect(findExcess(html)).toBeUndefined();
    expect(sanitizeMessage(html, 'https://www.example.org/mail-images/').html).toBe(html);
  });

  it('from office programs is far below the limit', async () => {
    const cell = (inside: string) =>
      `<table><tbody><tr><td><div><p><span><font><b><u>${inside}</u></b></font></span></p></div></td></tr></tbody></table>`;
    const html = `<html><body><div>${Array.from({ length: 7 }).reduce<string>(cell, 'x')}</div></body></html>`;
    expect(findExcess(html)).toBeUndefined();
  });
});

describe('lines and directions of writing', () => {
  it.each<[string, html: string, text: string]>([
    ['<div>Dear</div><div>Ana</div>', '<div>Dear</div><div>Ana</div>', 'Dear\nAna'],
    ['<section>One</section><h5>Two</h5>Three', '<div>One</div><h4>Two</h4>Three', 'One\n\nTwo\n\nThree'],
    ['<dl><dt>Fee</dt><dd>HKD 360</dd></dl>', '<div>Fee</div><div>HKD 360</div>', 'Fee\nHKD 360'],
    ['<menu><li>One</li><li>Two</li></menu>', '<ul><li>One</li><li>Two</li></ul>', ' * One\n * Two'],
    ['<li>One</li><li>Two</li>', '<li>One</li><li>Two</li>', 'One\nTwo'],
    [
      '<table><caption>Fees</caption><tr><td>One</td></tr><tfoot><tr><td>Two</td></tr></tfoot></table>',
      '<caption>Fees</caption><tr><td>One</td></tr><tfoot>',
      'Fees\n\nOne\nTwo',
    ],
    ['<p dir="rtl">مرحبا</p>', '<p dir="rtl">مرحبا</p>', 'مرحبا'],
    ['<html DIR=RTL><title>One</title><body>Two', '<div dir="rtl"><div>One</div>Two</div>', 'One\nTwo'],
    ['<article dir="auto">שלום</article>', '<div dir="auto">שלום</div>', 'שלום'],
    ['Dear <span dir="rtl">שלום</span>!', 'Dear <bdi dir="rtl">שלום</bdi>!', 'Dear שלום!'],
    ['<p dir="up" class="x">One</p>', '<p>One</p>', 'One'],
  ])('of %s are kept', async (content, html, text) => {
    const { body } = await pipeline.post(
      '/admin/preview-campaign',
      { subject: 'Lines', content },
      { token: pipeline.token },
    );
    expect(body.data.html).toContain(html);
    expect(body.data.text.startsWith(`${text.trim()}\n`)).toBe(true);
  });
});

describe('the size of the HTML', () => {
  it.each([
    ['129 KB of text', '<p>Dear members</p>'.repeat(6800), true],
    ['many links, which get styles', '<p><a href="https://example.org/a">a</a></p>'.repeat(1000), true],
    ['90 KB in one paragraph', `<p>${'x'.repeat(90_000)}</p>`, false],
  ])('of %s is that of the email as sent', async (_what, content, isClipped) => {
    const { body } = await pipeline.post(
      '/admin/preview-campaign',
      { subject: 'Size', content, recipients: to },
      { token: pipeline.token },
    );
    expect(body.data.htmlBytes > mailLimits.htmlBytesBeforeWarning).toBe(isClipped);
    await pipeline.send(to, { subject: 'Size', content });
    await pipeline.work();
    const [mail] = await pipeline.parsed();
    pipeline.inbox.splice(0);
    expect(Math.abs(Buffer.byteLength(mail?.html ?? '') - body.data.htmlBytes)).toBeLessThan(100);
  });
});

describe('the tables of a message', () => {
  const table = (rows: number, row: string) => `<table>${`<tr>${row}</tr>`.repeat(rows)}</table>`;

  it('that merge many cells are refused with a sentence, in little time', async () => {
    const content = table(20, '<td colspan=20 rowspan=20>x</td>'.repeat(390));
    const spent = await cpuMilliseconds(async () =>
      expect(await request['check-email'](content)).toMatchObject({
        status: 400,
        body: { issues: [{ message: expect.stringMatching(/merged cells/) }] },
      }),
    );
    expect(spent).toBeLessThan(1000);
  });

  it.each([
    ['long and plain', table(5000, '<td>x</td>'.repeat(5))],
    ['for layout', table(50, '<td colspan="20">x</td><td rowspan="2">y</td>')],
    ['with spans that are dropped', table(10, '<td colspan="1000">x</td>')],
  ])('that are %s are taken', (_what, html) => expect(findExcess(html)).toBeUndefined());
});

describe('a subject', () => {
  it.each(['\u200b', '\u3164', '\u0301'])('of %j alone is rejected as empty', async (subject) =>
    expect(await pipeline.send(to, { subject })).toMatchObject({
      status: 400,
      body: { code: 0, reason: 'subject' },
    }),
  );

  it('may be a single character', async () =>
    expect((await pipeline.send(to, { subject: '👩‍🔬' })).status).toBe(200));
});

describe('a broken form', () => {
  const part = (headers: string, body = 'x') => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
  const field = (name: string, body: string) => part(`Content-Disposition: form-data; name="${name}"`, body);
  const form = (more: string) =>
    `${field('subject', 'A')}${field('content', '<p>a</p>')}${field('recipients', JSON.stringify(to))}${more}--b--\r\n`;
  const sendRaw = (path: string, raw: string) =>
    pipeline.call('POST', path, undefined, {
      token: pipeline.token,
      raw,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
  const file = (disposition: string, more = '') =>
    part(`Content-Disposition: form-data; name="attachments"; ${disposition}${more}`);

  it.each([
    ['a cut-off filename*', file("filename*=UTF-8''%E4%BD.txt"), 'file-upload'],
    ['a file without a name', file(''), 'file-upload'],
    ['a filename that is no UTF-8', file('filename="\ufffd.txt"'), 'file-upload'],
    [
      'a subject that is a file',
      part('Content-Disposition: form-data; name="subject"; filename="a"'),
      'subject',
    ],
    ['a field that nobody knows, twice', field('x', '1') + field('x', '2'), 'content'],
  ])('with %s gets the error of a campaign call', async (_what, more, reason) =>
    expect(await sendRaw('/admin/send-email', form(more))).toMatchObject({
      status: 400,
      body: { code: 0, msg: expect.any(String), message: expect.any(String), reason },
    }),
  );

  it('of another call gets that call’s own error', async () => {
    const reply = await pipeline.call('POST', '/mail/unsubscribe', undefined, {
      raw: '--b\r\nnonsense',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid-request' } });
    expect(reply.body).not.toHaveProperty('code');
    const image = await sendRaw('/admin/upload-mail-image', `${field('image', 'x')}--b--\r\n`);
    expect(image).toMatchObject({ status: 400, body: { code: 0, reason: 'file-upload' } });
  });
});
