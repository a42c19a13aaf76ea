import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitRules } from '../../functions/limits/limits.ts';
import { createViewToken } from '../../functions/mail/campaigns/message.ts';
import { hmacKeyedHash } from '../../functions/platform/keyed-hash.ts';
import { startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** "View in browser": the email at a link of its own. */

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
beforeAll(async () => {
  pipeline = await startMailPipeline();
});
afterAll(() => pipeline.stop());

let sent = 0;
/** A campaign that has arrived, with the token of its first recipient. */
async function sendOne(
  content = '<p>Dear {{firstName|member}}, <a href="https://example.org/">here</a></p>',
) {
  sent += 1;
  const to = await pipeline.addMembers([
    {
      uid: String(30_000_000 + sent),
      username: `kettle_${sent}`,
      email: `kettle-${sent}@example.org`,
      firstName: '<Kettle>',
    },
  ]);
  const { id } = (await pipeline.send(to, { subject: `Hello {{firstName|member}} ${sent}`, content })).body
    .data;
  await pipeline.work();
  const mail = (await pipeline.parsed()).at(-1);
  const [, token = ''] = /https:\/\/www\.example\.org\/mail#([^"\s]+)/.exec(mail?.text ?? '') ?? [];
  return { id, token, mail, uid: String(30_000_000 + sent) };
}
const view = (token: string, viewer?: string) =>
  pipeline.post('/email/view', { token }, viewer === undefined ? {} : { address: viewer });

describe('the link in an email', () => {
  it('shows the email without a login, with its reader’s values and a way out that works', async () => {
    const { id, uid, token, mail } = await sendOne();
    expect(mail?.html).toContain(`<a href="https://www.example.org/mail#${token}"`);
    expect(token).toMatch(new RegExp(`^${id}\\.${uid}\\.[\\w-]{43}$`));
    const { status, body } = await view(token);
    expect({ status, subject: body.data.subject }).toEqual({
      status: 200,
      subject: `Hello <Kettle> ${sent}`,
    });
    expect(body.data.html).toContain(
      'Dear &lt;Kettle&gt;, <a target="_blank" href="https://example.org/">here</a>',
    );
    expect(body.data.html).toContain(`/unsubscribe?token=${uid}.announcements.`);
    expect(body.data.html).not.toMatch(/ style="|View in browser/);
  });

  it('is in a test email too, and in the preview leads to nobody’s email', async () => {
    const fields = { subject: 'Tried', content: '<p>Hello</p>' };
    await pipeline.postForm('/admin/send-test-campaign', fields);
    await pipeline.work();
    const [, token = ''] = /\/mail#([^"\s]+)/.exec((await pipeline.parsed()).at(-1)?.text ?? '') ?? [];
    expect((await view(token)).body.data.subject).toBe('[Test] Tried');
    const { data } = (await pipeline.post('/admin/preview-campaign', fields, { token: pipeline.token })).body;
    expect(data.html).toContain('<a href="https://www.example.org/mail"');
  });

  it.each<[string, (genuine: string) => string]>([
    ['none', () => ''],
    ['another member’s hash', (token) => token.replace(/\.\d+\./, '.20000001.')],
    ['another email’s hash', (token) => token.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a'))],
    ['the hash cut', (token) => token.slice(0, -1)],
    [
      'another key',
      (token) => {
        const [campaign = '', uid = ''] = token.split('.');
        return createViewToken(hmacKeyedHash('k'.repeat(40)), { campaign, uid });
      },
    ],
  ])('shows nothing for a wrong token: %s', async (_what, forge) => {
    const { token } = await sendOne();
    expect(await view(forge(token))).toMatchObject({ status: 404, body: { error: 'message-unavailable' } });
  });

  it('shows nothing when the text is deleted, or the member', async () => {
    const { id, token } = await sendOne();
    const { messages } = pipeline.deps;
    const { getMessage } = messages;
    messages.getMessage = async (asked) => (asked === id ? undefined : getMessage(asked));
    expect(await view(token)).toMatchObject({ status: 404, body: { error: 'message-unavailable' } });
    const other = await sendOne();
    const unknown = createViewToken(pipeline.deps.keyedHash, { campaign: other.id, uid: '29999999' });
    expect(await view(unknown)).toMatchObject({ status: 404, body: { error: 'message-unavailable' } });
  });

  it('is limited for each network', async () => {
    const viewer = '198.51.100.99';
    await pipeline.count(limitRules.messageViews, viewer, limitRules.messageViews.max - 1);
    expect([(await view('x', viewer)).status, (await view('x', viewer)).status]).toEqual([404, 429]);
  });
});
