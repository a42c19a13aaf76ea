import pLimit from 'p-limit';
import { dayOf, yearOf } from '#shared/hong-kong';
import { everyItem, readBatches } from '#shared/paging';
import { canonicalize } from '#shared/text';
import { everyCampaign } from '../mail/campaigns/campaign-repository.ts';
import { listSuppressions } from '../mail/suppressions/recipients.ts';
import { findMembers, walkDirectory } from '../members/repository.ts';
import { listTerms } from '../memberships/repository.ts';
import { listReceipts } from '../payments/repository.ts';
import type { Context, WithTable } from '../platform/context.ts';
import { listFormerPayers, readStatistics, writeStatistics } from './repository.ts';
import { countMail, memberCounter } from './statistics.ts';

export type CountContext = Pick<Context, 'table' | 'log' | 'now'>;

const ROWS_PER_PAGE = 1000;
const MEMBERS_AT_ONCE = 1000;
/** Members whose terms and receipts are read at a time. */
const CONCURRENT_READS = 32;

/**
 * Counts all members, payments and campaigns for the dashboard. A year that was counted while it ran is counted once more
 * after its end, from the terms, and stays so: its last night lies hours before its end, or days where a run failed. Earlier
 * years are counted from the terms each time, because an import may add some.
 */
export async function countStatistics(context: CountContext): Promise<void> {
  const { now, log } = context;
  const startedAt = now();
  const counter = memberCounter(startedAt);
  const blocked = await listBlockedAddresses(context);
  const read = pLimit(CONCURRENT_READS);
  let members = 0;
  for await (const entries of readBatches(walkDirectory(context), MEMBERS_AT_ONCE)) {
    const uids = entries.map(({ uid }) => uid);
    const found = await findMembers(context, uids);
    await read.map(found.values(), async (member) => {
      const { uid, email } = member;
      const [terms, receipts] = await Promise.all([listTerms(context, uid), listReceipts(context, uid)]);
      members += 1;
      counter.add({ member, terms, receipts }, blocked.has(canonicalize(email)));
    });
  }
  await read.map(await listFormerPayers(context), async (uid) =>
    counter.addReceipts(await listReceipts(context, uid)),
  );

  const { years, ...counted } = counter.result();
  const known = await readStatistics(context);
  const countedWhileRunning = known.years.filter(({ isFromTerms }) => !isFromTerms).map(({ year }) => year);
  const lastCounted = known.latest && yearOf(dayOf(known.latest.countedAt));
  const campaigns = (await Array.fromAsync(everyCampaign(context))).filter(({ isTest }) => !isTest);
  await writeStatistics(
    context,
    years.flatMap((each) => {
      if (!countedWhileRunning.includes(each.year)) return [each];
      return each.year === lastCounted || !each.isFromTerms ? [{ ...each, isFromTerms: false }] : [];
    }),
    {
      ...counted,
      countedAt: startedAt.toISOString(),
      mail: countMail(campaigns, startedAt),
    },
  );
  log({ level: 'info', event: 'statistics-counted', members });
}

async function listBlockedAddresses(context: WithTable): Promise<Set<string>> {
  const addresses = new Set<string>();
  const suppressions = everyItem((cursor) => listSuppressions(context, '', ROWS_PER_PAGE, cursor));
  for await (const { address } of suppressions) addresses.add(canonicalize(address));
  return addresses;
}
