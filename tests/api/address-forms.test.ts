import { expect, it } from 'vitest';
import { startApi } from '../support/api/api.ts';
import { PASSWORD } from '../support/api/make.ts';
import { openMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** An address with an international domain is one mailbox, in whichever form it is written. */

const UNICODE = 'zoe@bücher.example';
const ASCII = 'zoe@xn--bcher-kva.example';

it.each([
  [UNICODE, ASCII],
  [ASCII, UNICODE],
])('who registers with %s has the account of %s', async (registered, other) => {
  const api = await startApi();
  expect((await api.register({ email: registered })).status).toBe(201);
  expect((await api.register({ userName: 'other', email: other })).body).toMatchObject({ type: 'email' });
  for (const name of [registered, other, other.toUpperCase()])
    expect((await api.signIn(name)).status, name).toBe(200);
  await api.dueMails();
  await api.post('/auth/forgetPassword', { email: other });
  const code = await api.codeFor(registered);
  expect((await api.resetPassword(other, code, `${PASSWORD} again`)).status).toBe(200);
  expect((await api.signIn(other, `${PASSWORD} again`)).status).toBe(200);
});

it('SES gets the form that it takes, and its events block the address in both', async () => {
  const pipeline = await openMailPipeline();
  const [address = ''] = await pipeline.addMembers([{ email: 'bounce@bücher.example' }]);
  const { id } = (await pipeline.send([address])).body.data;
  await pipeline.work();
  expect(await pipeline.hear(pipeline.events.splice(0))).toEqual([]);
  expect((await pipeline.deliveries(id)).map(({ state }: { state: string }) => state)).toEqual(['bounced']);
  const preview = await pipeline.post(
    '/admin/preview-campaign',
    { subject: 'x', content: '<p>x</p>', recipients: ['bounce@xn--bcher-kva.example'] },
    { token: pipeline.token },
  );
  expect(preview.body.data.excludedByReason).toEqual({ suppressed: 1 });
});

it('an email that somebody took out of the spam folder blocks no address, and an unknown event is told', async () => {
  const pipeline = await openMailPipeline();
  const [address = ''] = await pipeline.addMembers([{}]);
  const { id } = (await pipeline.send([address])).body.data;
  await pipeline.work();
  const mail = { messageId: 'm', destination: [address], tags: { mail: [id] } };
  const rescued = {
    eventType: 'Complaint',
    mail,
    complaint: { complaintFeedbackType: 'not-spam' },
    bounce: null,
  };
  expect(await pipeline.hear([rescued, { eventType: 'Bounce', mail: { destination: 'x' } }])).toEqual([]);
  const suppressed = await pipeline.get('/admin/suppressions', { token: pipeline.token });
  expect(suppressed.body.data.items).toEqual([]);
  expect((await pipeline.mail(id)).complained).toBe(0);
  expect(pipeline.reports.filter(({ event }) => event === 'delivery-event-failed')).toHaveLength(1);
  // Fields that are null are absent.
  const bounced = {
    eventType: 'Bounce',
    mail,
    bounce: { bounceType: 'Permanent', bounceSubType: null, bouncedRecipients: null },
    complaint: null,
  };
  expect(await pipeline.hear([bounced])).toEqual([]);
  expect((await pipeline.mail(id)).bounced).toBe(1);
});
