import type { MemberDetails } from '#contract/admin-members';
import { getMemberEmails, type MemberEmail } from '#contract/member-records';
import { deliveryStatusNames } from '#shared/choices';
import { reasonText } from '#shared/delivery-reasons';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { emailKinds, adminMessages as texts } from '../../text/admin-members.ts';
import { formatShortInHongKong } from '../../text/dates.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { campaignPath, RowLink } from '../../ui/row-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { EMAILS_OF_MEMBERS } from '../../ui/use-member.ts';

/** The emails to the member and what became of them, the latest first. */
export function MemberEmails({ member }: { member: MemberDetails['member'] }) {
  const { uid, email, role } = member;
  const columns: readonly Column<MemberEmail>[] = [
    {
      label: 'Subject',
      cell: ({ kind, id, address, subject }) =>
        kind === 'campaign' ? (
          <RowLink to={campaignPath(id)} row={`${id} ${address}`} backLabel={`Back to ${personName(member)}`}>
            {subject}
          </RowLink>
        ) : (
          subject
        ),
      isHeader: true,
    },
    { label: 'Type', cell: ({ kind }) => emailKinds[kind] },
    {
      label: 'Send time (Hong Kong time)',
      cell: ({ at }) => <time dateTime={at}>{formatShortInHongKong(at)}</time>,
    },
    {
      label: 'Status',
      cell: ({ state, detail, address }) => (
        <div>
          <StatusDot state={state}>{deliveryStatusNames[state]}</StatusDot>
          {detail && <p className="hint">{reasonText(detail)}</p>}
          {address !== email && <p className="hint">To {address}</p>}
        </div>
      ),
    },
  ];
  return (
    <section>
      <h4>Emails</h4>
      <p className="hint">
        {texts.emailsIntro}
        {role === 'administrator' && ` ${texts.noticesNotListed}`}
      </p>
      <ResourceList
        queryKey={[...EMAILS_OF_MEMBERS, uid]}
        fetchPage={async (cursor) => (await request(getMemberEmails, { uid, cursor })).data}
        pollInterval={(page) => (page?.items.some(isUnderWay) ?? false) && POLL_MS}
        words={{ none: texts.noEmails, one: '1 email', other: '{n} emails' }}
        columns={columns}
        rowKey={(sent) => `${sent.id} ${sent.address}`}
      />
    </section>
  );
}

const POLL_MS = 10_000;

/** One that waits for longer than an hour belongs to an email that is paused, or has a problem. */
const isUnderWay = ({ state, at }: MemberEmail): boolean =>
  (state === 'waiting' || state === 'sending') && serverNow().getTime() - Date.parse(at) < 3_600_000;
