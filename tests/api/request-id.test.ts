import { expect, it } from 'vitest';
import { sendDueMail } from '../../functions/mail/outbox/send-due-mail.ts';
import type { OutgoingMail } from '../../functions/platform/mailer.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { startApi } from '../support/api/api.ts';

it('one request id leads from the reply through every line of the log to the email', async () => {
  const lines: Record<string, unknown>[] = [];
  const { log } = createRuntime((line) => lines.push(JSON.parse(line)));
  const { context, register } = await startApi({ log });
  const outgoing: OutgoingMail[] = [];
  const mailer = {
    send: async (mail: OutgoingMail) => {
      outgoing.push(mail);
      return { outcome: 'sent' as const, messageId: 'm' };
    },
  };

  const [first, second] = await Promise.all([
    register({ userName: 'first', email: 'first@example.org' }),
    register({ userName: 'second', email: 'second@example.org' }),
  ]);
  const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
  await sendDueMail({ ...context, log, mailer });

  for (const [index, username] of ['first', 'second'].entries()) {
    const mail = outgoing.find(({ to }) => to === `${username}@example.org`);
    const events = lines.filter(({ requestId }) => requestId === ids[index]);
    expect(events.map(({ event }) => event)).toEqual(['request', 'transactional-mail']);
    expect(events[1]).toMatchObject({ id: mail?.id });
  }
  expect(lines.filter(({ requestId }) => requestId === undefined)).toEqual([]);
});
