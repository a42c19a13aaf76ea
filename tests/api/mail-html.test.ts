import { afterAll, expect, it } from 'vitest';
import { findExcess } from '../../functions/mail/campaigns/message-html.ts';
import { startMailPipeline } from '../support/jobs/mail-pipeline.ts';

const pipeline = await startMailPipeline();
afterAll(() => pipeline.stop());
const to = await pipeline.addMembers(1);

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
/** The processor time of this process for a piece of work, however busy the machine is. */
async function cpuMilliseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

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
  ['drawings, which are thrown away', '<svg>'.repeat(40_000)],
  // Such an element ends where it begins, which must not make up for its level.
  ['5,000 levels behind a line break', `${'<div>'.repeat(100)}<br>${'<div>'.repeat(5000)}`],
  ['101 levels', '<div>'.repeat(101) + '</div>'.repeat(101)],
])('%s are refused within 100 ms', async (_what, html) => {
  findExcess(html);
  expect(await cpuMilliseconds(async () => expect(findExcess(html)).toBeDefined())).toBeLessThan(100);
});

const table = (rows: number, row: string) => `<table>${`<tr>${row}</tr>`.repeat(rows)}</table>`;

it('tables that merge many cells are refused with a sentence, in little time', async () => {
  const content = table(20, '<td colspan=20 rowspan=20>x</td>'.repeat(390));
  const spent = await cpuMilliseconds(async () =>
    expect(await preview(content)).toMatchObject(refusal(/merged cells/)),
  );
  expect(spent).toBeLessThan(1000);
});

it.each<[string, html: string, text: string]>([
  ['<section>One</section><h5>Two</h5>Three', '<div>One</div><h4>Two</h4>Three', 'One\n\nTwo\n\nThree'],
  [
    '<table><caption>Fees</caption><tr><td>One</td></tr><tfoot><tr><td>Two</td></tr></tfoot></table>',
    '<caption>Fees</caption><tr><td>One</td></tr><tfoot>',
    'Fees\n\nOne\nTwo',
  ],
  ['<html DIR=RTL><title>One</title><body>Two', '<div dir="rtl"><div>One</div>Two</div>', 'One\nTwo'],
  ['Dear <span dir="rtl">שלום</span>!', 'Dear <bdi dir="rtl">שלום</bdi>!', 'Dear שלום!'],
])('lines and directions of %s are kept', async (content, html, text) => {
  const { body } = await preview(content);
  expect(body.data.html).toContain(html);
  expect(body.data.text.startsWith(`${text}\n`)).toBe(true);
});
