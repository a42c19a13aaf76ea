import { expect, it } from 'vitest';
import {
  finishDeletions,
  listErasures,
  requestErasureWrite,
} from '../../../functions/account/delete-account.ts';
import { mailExpiresAt } from '../../../functions/mail/campaigns/campaign.ts';
import { findCampaign, getMessage } from '../../../functions/mail/campaigns/campaign-repository.ts';
import { accountDeletedMail } from '../../../functions/mail/transactional/messages/account.ts';
import { enqueueMailWrites } from '../../../functions/mail/transactional/repository.ts';
import { findMemberByEmail } from '../../../functions/members/repository.ts';
import { deleteMemberWrites } from '../../../functions/members/write-repository.ts';
import { keys } from '../../../functions/platform/table/schema.ts';
import { insert, remove, update } from '../../../functions/platform/table/writes.ts';
import { type MailPipeline, openMailPipeline } from '../../support/jobs/mail-pipeline.ts';
import { allRows } from '../../support/table/dynamo.ts';

const HOUR = 3_600_000;

const erase = (pipeline: MailPipeline) => finishDeletions(pipeline.grantedTo('do-nightly-work'));
/** Partitions of the rows that name this address. */
const rowsNaming = async ({ table }: MailPipeline, address: string) =>
  (await allRows(table)).filter((row) => JSON.stringify(row).includes(address)).map(({ pk }) => String(pk));
/** Whether the copies of these emails name this address. */
const messagesNaming = async ({ context }: MailPipeline, address: string, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => getMessage(context, id)))).map((message) =>
    JSON.stringify(message).includes(address),
  );

/** The rows of a campaign that an earlier version archived. */
async function archiveAsBefore({ table }: MailPipeline, id: string): Promise<void> {
  const campaign = await findCampaign({ table }, id);
  if (!campaign) throw new Error(`There is no campaign ${id}`);
  const sk = `${campaign.createdAt}#${id}`;
  await table.commit([
    remove('campaign-list-before', { pk: 'CAMPAIGNS', sk }),
    insert('campaign-list', { pk: 'CAMPAIGNS-ARCHIVED', sk, id, expiresAt: mailExpiresAt(campaign) }),
    update('campaign', keys.mail(id), { isArchived: true }),
  ]);
}

it('removes a deleted member from each finished campaign and leaves its counts unchanged', async () => {
  const pipeline = await openMailPipeline();
  const { context, table, send, sendTo, work, hear, mail, deliveries, pass, time } = pipeline;
  const { id: ended, to } = await sendTo(2);
  const [deleted = '', stays = ''] = to;
  const scheduleTime = new Date(time.now.getTime() + HOUR).toISOString();
  const later: string = (await send(to, { scheduleTime })).body.data.id;
  await work();
  await hear();
  await archiveAsBefore(pipeline, ended);
  const before = await mail(ended);

  const member = await findMemberByEmail(context, deleted);
  if (!member) throw new Error('the member is missing');
  const goodbye = accountDeletedMail(context, member);
  await table.commit([
    ...deleteMemberWrites(member),
    requestErasureWrite(member.uid),
    ...enqueueMailWrites(goodbye),
  ]);
  const naming = async () => [
    (await rowsNaming(pipeline, deleted)).filter((pk) => pk !== `MAIL#${goodbye.id}`),
    await messagesNaming(pipeline, deleted, [ended, later]),
  ];
  expect(await naming()).toEqual([[`MAIL#${ended}`], [true, true]]);
  await erase(pipeline);
  expect(await naming()).toEqual([[], [false, true]]);
  expect(await mail(ended)).toEqual(before);
  expect(await deliveries(ended)).toMatchObject([
    { address: '', state: 'delivered' },
    { address: stays, state: 'delivered' },
  ]);

  pass(HOUR);
  await work();
  await hear();
  const counts = { suppressed: 1, delivered: 1 };
  expect(await mail(later)).toMatchObject({ counts });
  await erase(pipeline);
  expect(await naming()).toEqual([[], [false, false]]);
  expect(await mail(later)).toMatchObject({ counts });
  expect(await listErasures(context)).toEqual([]);
});
