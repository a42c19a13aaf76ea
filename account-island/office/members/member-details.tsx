import { useQuery } from '@tanstack/react-query';
import type { MemberDetails as Details } from '#contract/admin-members';
import { getAudit } from '#contract/audit';
import { getMemberEmails, type MemberEmail } from '#contract/member-records';
import { deliveryStatusNames } from '#shared/choices';
import { reasonText } from '#shared/delivery-reasons';
import { formatLongDate } from '#shared/hong-kong';
import { personName } from '#shared/person-name';
import { request } from '../../api/client.ts';
import { serverNow } from '../../api/server-clock.ts';
import {
  categories,
  emailKinds,
  memberActions,
  states,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import { currentMonth, formatShortInHongKong, todayInHongKong } from '../../text/format.ts';
import type { Fees } from '../../text/membership.ts';
import { GENDER_TEXTS } from '../../text/profile.ts';
import { AuditLog } from '../../ui/audit-log.tsx';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { ItemHeading } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { campaignPath, RowLink, WayBack, type WayBackProps } from '../../ui/row-link.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ADMIN_DATA, EMAILS_OF_MEMBERS } from '../../ui/use-member.ts';
import { DeleteMemberDialog, MemberActionDialog } from './member-action-dialog.tsx';
import { categoryField, type MemberAction, memberQuery } from './member-actions.ts';
import { MemberConferences, MemberPayments, MemberTerms } from './member-records.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

interface Props {
  uid: string;
  fees: Fees;
  back: WayBackProps;
  /** Called with the sentence about it once the account is deleted. */
  onDeleted: (sentence: string) => void;
}

/** One member: the standing and the next action, the records, and everything else that is known. */
export function MemberDetails({ uid, fees, back, onDeleted }: Props) {
  const query = useQuery(memberQuery(uid));
  const { item: action, notice, open, end } = useItemDialog<MemberAction>(ADMIN_DATA);
  return (
    <>
      <WayBack {...back} />
      <QueryState query={query}>
        {(details) => {
          const { member, history } = details;
          const dialog = { member, onEnd: end };
          return (
            <>
              <MemberHead details={details} onAction={open} />
              <ResultNotice notice={notice} />
              <div className="member">
                <div>
                  <MemberTerms details={details} onAction={open} />
                  <MemberPayments details={details} onAction={open} />
                  <MemberConferences details={details} onAction={open} />
                </div>
                <MemberFacts details={details} />
              </div>
              <MemberEmails member={member} />
              <section>
                <h4>Audit log</h4>
                <AuditLog
                  queryKey={[...ADMIN_DATA, 'audit-of', uid]}
                  fetchPage={(cursor) => request(getAudit, { month: currentMonth(), uid, cursor })}
                  initialPage={history}
                />
              </section>
              {action?.kind === 'record-bank-transfer' ? (
                <TransferDialog fees={fees} payment={action.payment} {...dialog} />
              ) : action?.kind === 'delete' ? (
                <DeleteMemberDialog
                  member={member}
                  onEnd={(sentence) => (sentence === undefined ? end() : onDeleted(sentence))}
                />
              ) : (
                action && <MemberActionDialog action={action} {...dialog} />
              )}
            </>
          );
        }}
      </QueryState>
    </>
  );
}

interface PartProps {
  details: Details;
  onAction: (action: MemberAction) => void;
}

function MemberHead({ details: { member, terms }, onAction }: PartProps) {
  const isDisabled = member.state === 'disabled';
  const set = (state: Details['member']['state']) => () => ({ action: 'set-state', state });
  const item = (action: MemberAction, isDangerous = false) => ({
    label: `${memberActions[action.kind].title}...`,
    onSelect: () => onAction(action),
    isDangerous,
  });
  return (
    <div className="cluster member-head">
      <div>
        <ItemHeading>
          {member.title} <PersonName person={member} />
        </ItemHeading>
        <p className="cluster standing__facts">
          <StatusDot state={member.status}>{texts.describeMembership(terms, todayInHongKong())}</StatusDot>
          {isDisabled && <StatusDot state="disabled">{states.disabled}</StatusDot>}
          <span>{categories[member.category]}</span>
          <span>{[member.affiliation, member.country].filter(Boolean).join(', ')}</span>
        </p>
      </div>
      <div className="panel__actions">
        <Menu
          label="More"
          actions={[
            item({ kind: 'edit' }),
            !member.emailVerified && item({ kind: 'verify-email' }),
            item({ kind: 'set-category', fields: [categoryField(member.category)] }),
            !member.hasPassword && !isDisabled && item({ kind: 'invite' }),
            isDisabled
              ? item({ kind: 'enable', read: set('active') })
              : item({ kind: 'disable', read: set('disabled') }, true),
            member.role !== 'administrator' && item({ kind: 'delete' }, true),
          ]}
        />
        <Button isSmall onClick={() => onAction({ kind: 'record-bank-transfer' })}>
          {memberActions['record-bank-transfer'].title}
        </Button>
      </div>
    </div>
  );
}

const MemberFacts = ({ details: { member, liveSessions } }: Pick<PartProps, 'details'>) => (
  <DescriptionList
    className="member-facts"
    items={[
      [
        'Email',
        <>
          <BreakableAddress email={member.email} /> ({member.emailVerified ? 'verified' : 'not verified'})
        </>,
      ],
      ['Username', member.username],
      ['Membership ID', member.uid],
      ['Account', states[member.state]],
      ['Role', member.role === 'administrator' && 'Administrator'],
      ['Logged in on', texts.loginSummary(member.hasPassword, liveSessions)],
      ['Registered', formatLongDate(member.registeredAt)],
      ['Phone', member.phone],
      ['Address', member.address],
      ['Degree', [member.education, member.yearOfDegree || ''].filter(Boolean).join(', ')],
      ['Gender', GENDER_TEXTS[member.gender] ?? member.gender],
      ['Date of birth', member.dateOfBirth && formatLongDate(member.dateOfBirth)],
      ['Homepage', member.homepage],
      ['Self description', member.description],
    ]}
  />
);

/** The emails to the member and what became of them, the latest first. */
function MemberEmails({ member }: { member: Details['member'] }) {
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
