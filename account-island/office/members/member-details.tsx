import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MemberDetails as Details } from '#contract/admin-members';
import { getAudit } from '#contract/audit';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import {
  categories,
  describeMembership,
  loginSummary,
  states,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import { currentMonth, todayInHongKong } from '../../text/dates.ts';
import { GENDER_TEXTS } from '../../text/profile.ts';
import { AuditLog } from '../../ui/audit-log.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { ItemHeading } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useItemDialog } from '../../ui/use-item-dialog.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';
import { DeleteMemberDialog } from './delete-member-dialog.tsx';
import { MemberActionDialog } from './member-action-dialog.tsx';
import { type AnyMemberAction, memberQuery } from './member-actions.ts';
import { MemberEmails } from './member-emails.tsx';
import { MemberConferences, MemberPayments, MemberTerms } from './member-records.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const genders: Readonly<Record<string, string>> = GENDER_TEXTS;

interface Props {
  uid: string;
  backLabel: string;
  onBack: () => void;
  /** Called with the sentence about it once the account is deleted. */
  onDeleted: (sentence: string) => void;
}

/** One member with all records, and the actions on them. */
export function MemberDetails({ uid, backLabel, onBack, onDeleted }: Props) {
  const client = useQueryClient();
  const query = useQuery(memberQuery(uid));
  const { item: action, notice, open, close, done } = useItemDialog<AnyMemberAction>();
  const end = async (sentence: string) => {
    done(sentence);
    await client.invalidateQueries({ queryKey: ADMIN_DATA });
  };
  return (
    <>
      <p>
        <Button kind="inline" onClick={onBack}>
          {backLabel}
        </Button>
      </p>
      <QueryState query={query} waiting={texts.loadingMember} failed={texts.loadFailed}>
        {(details) => (
          <>
            <MemberFacts details={details} onAction={open} />
            <ResultNotice notice={notice} />
            <MemberTerms details={details} onAction={open} />
            <MemberPayments details={details} onAction={open} />
            <MemberConferences details={details} onAction={open} />
            <MemberEmails member={details.member} />
            <h3>Audit log</h3>
            <AuditLog
              queryKey={[...ADMIN_DATA, 'audit-of', uid]}
              fetchPage={(cursor) => request(getAudit, { month: currentMonth(), uid, cursor })}
              initialPage={details.history}
            />
            {action?.kind === 'transfer' && (
              <TransferDialog
                member={details.member}
                payment={action.payment}
                onDone={end}
                onCancel={close}
              />
            )}
            {action?.kind === 'delete' && (
              <DeleteMemberDialog member={details.member} onDone={onDeleted} onCancel={close} />
            )}
            {action && action.kind !== 'transfer' && action.kind !== 'delete' && (
              <MemberActionDialog action={action} member={details.member} onDone={end} onCancel={close} />
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

interface FactsProps {
  details: Details;
  onAction: (action: AnyMemberAction) => void;
}

function MemberFacts({ details: { member, terms, liveSessions }, onAction }: FactsProps) {
  const isDisabled = member.state === 'disabled';
  return (
    <>
      <ItemHeading>
        {member.title} <PersonName person={member} />
      </ItemHeading>
      <DescriptionList
        className="member-facts"
        items={[
          ['Username', member.username],
          ['Membership ID', member.uid],
          ['Email', `${member.email} (${member.emailVerified ? 'verified' : 'not verified'})`],
          ['Category', categories[member.category]],
          ['Membership', describeMembership(terms, todayInHongKong())],
          ['Account', states[member.state]],
          ['Role', member.role === 'administrator' && 'Administrator'],
          ['Logged in on', loginSummary(member.hasPassword, liveSessions)],
          ['Registered', formatLongDate(member.registeredAt)],
          ['Affiliation', [member.affiliation, member.country].filter(Boolean).join(', ')],
          ['Phone', member.phone],
          ['Address', member.address],
          ['Degree', [member.education, member.yearOfDegree || ''].filter(Boolean).join(', ')],
          ['Gender', genders[member.gender] ?? member.gender],
          ['Date of birth', member.dateOfBirth && formatLongDate(member.dateOfBirth)],
          ['Homepage', member.homepage],
          ['Self description', member.description],
        ]}
      />
      <div className="panel__actions">
        <ActionButton label="Edit profile" onClick={() => onAction({ kind: 'edit' })} />
        {!member.emailVerified && (
          <ActionButton label="Mark email as verified" onClick={() => onAction({ kind: 'verify-email' })} />
        )}
        <ActionButton label="Change category" onClick={() => onAction({ kind: 'category' })} />
        <ActionButton
          label={isDisabled ? 'Enable account' : 'Disable account'}
          onClick={() => onAction({ kind: isDisabled ? 'enable' : 'disable' })}
        />
        {!member.hasPassword && !isDisabled && (
          <ActionButton label="Send invitation" onClick={() => onAction({ kind: 'invite' })} />
        )}
        {member.role !== 'administrator' && (
          <ActionButton label="Delete account" onClick={() => onAction({ kind: 'delete' })} />
        )}
      </div>
    </>
  );
}

const ActionButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button kind="outline" isSmall onClick={onClick}>
    {label}
  </Button>
);
