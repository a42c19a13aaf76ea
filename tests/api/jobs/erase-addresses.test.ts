import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishDeletions } from '../../../functions/account/delete-records.ts';
import { transactionalMailQueue } from '../../../functions/mail/transactional/enqueue-repository.ts';
import { accountDeletedMail } from '../../../functions/mail/transactional/messages/account.ts';
import { archiveAsBefore } from '../../support/api/make.ts';
import { startMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { allRows } from '../../support/table/dynamo.ts';

const HOUR = 3_600_000;

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
beforeAll(async () => {
  pipeline = await startMailPipeline();
});
afterAll(() => pipeline.stop());

it('removes a deleted member from each finished campaign and leaves its counts unchanged', async () => {
  const { deps, table, send, work, hear, mail, deliveries, pass } = pipeline;
  const to = await pipeline.addMembers([{}, {}]);
  const [deleted = '', stays = ''] = to;
  const erase = () => finishDeletions(pipeline.repositoriesOf('do-nightly-work'));
  const ended: string = (await send(to)).body.data.id;
  const later: string = (
    await send(to, { scheduleTime: new Date(pipeline.time.now.getTime() + HOUR).toISOString() })
  ).body.data.id;
  await work();
  await hear();
  await archiveAsBefore(table, ended);
  const before = await mail(ended);

  const member = await deps.members.findMemberByEmail(deleted);
  if (!member) throw new Error('the member is missing');
  const goodbye = accountDeletedMail(deps, member);
  await table.commit([
    ...deps.members.deleteWrites(member),
    deps.erasures.requestWrite(member.uid),
    ...transactionalMailQueue.enqueueWrites(goodbye),
  ]);
  const naming = async () => {
    const rows = (await allRows(table)).filter((row) => JSON.stringify(row).includes(deleted));
    return rows.map(({ pk }) => String(pk)).filter((pk) => pk !== `MAIL#${goodbye.id}`);
  };
  const messagesNaming = async () =>
    (await Promise.all([ended, later].map((id) => deps.messages.getMessage(id)))).map((message) =>
      JSON.stringify(message).includes(deleted),
    );
  expect(await naming()).toEqual([`MAIL#${ended}`]);

  await erase();
  expect([await naming(), await messagesNaming()]).toEqual([[], [false, true]]);
  expect(await mail(ended)).toEqual(before);
  expect(await deliveries(ended)).toMatchObject([
    { address: '', state: 'delivered' },
    { address: stays, state: 'delivered' },
  ]);

  pass(HOUR);
  await pipeline.reauthenticate();
  await work();
  await hear();
  expect((await mail(later)).counts).toMatchObject({ suppressed: 1, delivered: 1 });
  await erase();
  expect([await naming(), await messagesNaming()]).toEqual([[], [false, false]]);
  expect((await mail(later)).counts).toMatchObject({ suppressed: 1, delivered: 1 });
  expect(await deps.erasures.listUids()).toEqual([]);
});

it('removes a deleted administrator from the test emails to their own address', async () => {
  const { deps, table, work, hear } = pipeline;
  const address = 'bunny@stanford.example';
  await pipeline.register({ userName: 'bunny', email: address });
  await pipeline.operator.grantAdmin('bunny');
  const { token } = (await pipeline.signIn('bunny')).body;
  const fields = { subject: 'Call for papers', content: '<p>Hello</p>' };
  const { id } = (await pipeline.postForm('/admin/send-test-campaign', fields, [], { token })).body.data;
  await work();
  await hear();
  await pipeline.operator.revokeAdmin('bunny');
  await pipeline.operator.deleteMember('bunny', 'At their request');
  await pipeline.sendCodesAndNotices();

  const naming = async () =>
    (await allRows(table))
      .filter((row) => row['pk'] === `MAIL#${id}` && JSON.stringify(row).includes(address))
      .map(({ sk }) => sk);
  expect(await naming()).toEqual([`TO#${address}`]);
  expect(JSON.stringify(await deps.messages.getMessage(id))).toContain(address);
  await finishDeletions(pipeline.repositoriesOf('do-nightly-work'));
  expect(await naming()).toEqual([]);
  expect(JSON.stringify(await deps.messages.getMessage(id))).not.toContain(address);
  expect(await deps.erasures.listUids()).toEqual([]);
});
