import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExcess } from '../../functions/mail/campaigns/message-html.ts';
import { mailLimits } from '../../functions/shared/mail-limits.ts';
import { cpuMilliseconds } from '../support/cpu.ts';
import { type MailPipeline, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

let pipeline: MailPipeline;
let to: string[];
beforeAll(async () => {
  pipeline = await startMailPipeline();
  to = await pipeline.addMembers(1);
});
afterAll(() => pipeline.stop());

const preview = (content: string, more: object = {}) =>
  pipeline.admin.post('/admin/preview-campaign', { subject: 'Hello', content, ...more });
const form = (content: string) => ({ subject: 'Hello', content });
/** What every call says of a message that is nested too deep, or whose cells are merged too often. */
const refusal = (message: RegExp) => ({
  status: 400,
  body: {
    code: 0,
    reason: 'content',
    msg: 'Failed to send email. Please try again.',
    issues: [{ path: 'content', message: expect.stringMatching(message) }],
  },
});
const bomb = '<blockquote>'.repeat(20_000);

it.each<[string, (content: string) => Promise<unknown>]>([
  ['/admin/send-email', (content) => pipeline.send(to, form(content))],
  ['/admin/send-test-campaign', (content) => pipeline.postForm('/admin/send-test-campaign', form(content))],
  ['/admin/preview-campaign', (content) => preview(content)],
  [
    '/admin/campaign-draft',
    (content) => pipeline.admin.post('/admin/campaign-draft', { action: 'save', content }),
  ],
])('%s refuses a message that is nested too deep, with a sentence', async (_, send) => {
  expect(await send(bomb)).toMatchObject(refusal(/nested elements/));
});

it.each([
  ['20,000 quotations', bomb],
  ['tags that no browser knows', '<x>'.repeat(60_000)],
  ['drawings, which are thrown away', '<svg>'.repeat(40_000)],
  // Such an element ends where it begins, which must not make up for its level.
  ['5,000 levels behind a line break', `${'<div>'.repeat(100)}<br>${'<div>'.repeat(5000)}`],
  ['101 levels', '<div>'.repeat(101) + '</div>'.repeat(101)],
])('%s are refused within 100 ms', async (_what, html) => {
  findExcess(html);
  expect(await cpuMilliseconds(async () => expect(findExcess(html)).toBeDefined())).toBeLessThan(100);
});

const table = (rows: number, row: string) => `<table>${`<tr>${row}</tr>`.repeat(rows)}</table>`;

it.each([
  ['100 levels', '<div>'.repeat(100) + '</div>'.repeat(100)],
  ['many elements side by side', '<p>a<br>'.repeat(30_000)],
  ['a long table', table(5000, '<td>x</td>'.repeat(5))],
  ['a table for layout', table(50, '<td colspan="20">x</td><td rowspan="2">y</td>')],
])('%s are taken', (_what, html) => expect(findExcess(html)).toBeUndefined());

it('tables that merge many cells are refused with a sentence, in little time', async () => {
  const content = table(20, '<td colspan=20 rowspan=20>x</td>'.repeat(390));
  const spent = await cpuMilliseconds(async () =>
    expect(await preview(content)).toMatchObject(refusal(/merged cells/)),
  );
  expect(spent).toBeLessThan(1000);
});

it.each<[string, html: string, text: string]>([
  ['<div>Dear</div><div>Ana</div>', '<div>Dear</div><div>Ana</div>', 'Dear\nAna'],
  ['<section>One</section><h5>Two</h5>Three', '<div>One</div><h4>Two</h4>Three', 'One\n\nTwo\n\nThree'],
  ['<dl><dt>Fee</dt><dd>HKD 360</dd></dl>', '<div>Fee</div><div>HKD 360</div>', 'Fee\nHKD 360'],
  ['<menu><li>One</li><li>Two</li></menu>', '<ul><li>One</li><li>Two</li></ul>', '* One\n * Two'],
  ['<li>One</li><li>Two</li>', '<li>One</li><li>Two</li>', 'One\nTwo'],
  [
    '<table><caption>Fees</caption><tr><td>One</td></tr><tfoot><tr><td>Two</td></tr></tfoot></table>',
    '<caption>Fees</caption><tr><td>One</td></tr><tfoot>',
    'Fees\n\nOne\nTwo',
  ],
  ['<p dir="rtl" class="x">مرحبا</p>', '<p dir="rtl">مرحبا</p>', 'مرحبا'],
  ['<html DIR=RTL><title>One</title><body>Two', '<div dir="rtl"><div>One</div>Two</div>', 'One\nTwo'],
  ['Dear <span dir="rtl">שלום</span>!', 'Dear <bdi dir="rtl">שלום</bdi>!', 'Dear שלום!'],
])('lines and directions of %s are kept', async (content, html, text) => {
  const { body } = await preview(content);
  expect(body.data.html).toContain(html);
  expect(body.data.text.startsWith(`${text}\n`)).toBe(true);
});

describe('the size of the HTML', () => {
  it.each([
    ['129 KB of text', '<p>Dear members</p>'.repeat(6800), true],
    ['many links, which get styles', '<p><a href="https://example.org/a">a</a></p>'.repeat(1000), true],
    ['90 KB in one paragraph', `<p>${'x'.repeat(90_000)}</p>`, false],
  ])('of %s is that of the email as sent', async (_what, content, isClipped) => {
    const { htmlBytes } = (await preview(content, { recipients: to })).body.data;
    expect(htmlBytes > mailLimits.htmlBytesBeforeWarning).toBe(isClipped);
    pipeline.inbox.splice(0);
    await pipeline.send(to, form(content));
    await pipeline.work();
    const [mail] = await pipeline.parsed();
    expect(Math.abs(Buffer.byteLength(mail?.html ?? '') - htmlBytes)).toBeLessThan(100);
  });
});

it('a subject of invisible characters alone is rejected as empty, and a single character is enough', async () => {
  const sent = async (subject: string) => {
    const { status, body } = await pipeline.send(to, { subject });
    return [status, body.reason];
  };
  for (const empty of ['\u200b', '\u0301']) expect(await sent(empty)).toEqual([400, 'subject']);
  expect(await sent('👩‍🔬')).toEqual([200, undefined]);
});
