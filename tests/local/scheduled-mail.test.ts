import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formOf } from '../support/api/make.ts';
import { dataOf, inboxOf, post, tokenOf } from '../support/api/members.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { started, startedHere } from './started.ts';

/** Only the table has the time of a scheduled campaign, so kills, deployments and shutdowns do not matter. */

const recipients = ['bunny@asiagraphics.example', 'cornell@asiagraphics.example'];
const HOUR = 3_600_000;

it('a scheduled campaign survives a restart and is sent once, at its minute', async () => {
  const folder = temporaryFolder();
  const first = await started(folder);
  const { accounts } = JSON.parse(await readFile(join(folder, 'accounts.json'), 'utf8'));
  const administratorAt = async (url: string) => {
    const token = await tokenOf(url, accounts[0].username, accounts[0].password);
    return {
      schedule: async (subject: string, at: Date): Promise<string> => {
        const form = formOf({
          subject,
          content: '<p>Hello</p>',
          recipients: JSON.stringify(recipients),
          scheduleTime: at.toISOString(),
        });
        form.append('attachments', new Blob(['日程\n']), '日程.txt');
        return (await (await post(url, '/admin/send-email', form, token)).json()).data.id;
      },
      cancel: (id: string) => post(url, '/admin/campaign', { action: 'cancel', id }, token),
      stateOf: async (id: string): Promise<string> =>
        (await dataOf(url, `/admin/campaign?id=${id}`, token)).state,
    };
  };
  const inboxAt = async (url: string): Promise<string[]> => {
    return (await inboxOf(url))
      .filter(({ subject }) => subject.startsWith('Scheduled'))
      .map(({ subject, to, attachments }) => [subject, to, attachments[0]?.filename].join(' '))
      .sort();
  };

  const taking = await administratorAt(first.url);
  const sendAt = new Date(Date.now() + HOUR);
  const prepared = await taking.schedule('Scheduled and prepared', sendAt);
  await until(async () => (await taking.stateOf(prepared)) === 'scheduled');
  const called = await taking.schedule('Scheduled and called off', sendAt);
  const taken = await taking.schedule('Scheduled and just taken', sendAt);
  first.child.kill('SIGKILL');
  await first.ended;

  // The time stands still a millisecond before the scheduled one.
  const before = await startedHere(folder, () => new Date(sendAt.getTime() - 1));
  const waiting = await administratorAt(before.url);
  for (const id of [prepared, called, taken])
    await until(async () => (await waiting.stateOf(id)) === 'scheduled');
  await waiting.cancel(called);
  expect(await inboxAt(before.url)).toEqual([]);
  await before.stop();

  const since = performance.now();
  const after = await startedHere(folder, () => new Date(sendAt.getTime() + performance.now() - since));
  const leaving = await administratorAt(after.url);
  for (const id of [prepared, taken]) await until(async () => (await leaving.stateOf(id)) === 'done');
  expect(await leaving.stateOf(called)).toBe('cancelled');
  const arrived = ['Scheduled and just taken', 'Scheduled and prepared'].flatMap((subject) =>
    recipients.map((address) => `${subject} ${address} 日程.txt`),
  );
  expect(await inboxAt(after.url)).toEqual(arrived);
});
