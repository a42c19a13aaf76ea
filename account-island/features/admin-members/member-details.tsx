import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAudit } from '#contract/audit';
import { type MemberDetails as Details, getMember } from '#contract/desk';
import { formatLongDate } from '#shared/hong-kong';
import { request } from '../../api/client.ts';
import { AuditLog } from '../../components/audit-log.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { categories, states, statuses, deskMessages as texts } from '../../text/admin-members.ts';
import { currentMonthUtc } from '../../text/dates.ts';
import { MemberActionDialog } from './member-action-dialog.tsx';
import type { AuditEntryInput } from './member-actions.ts';
import { Conferences, Payments, Terms } from './member-records.tsx';

/** One member: what is kept of them, and what can be done. */
export function MemberDetails({ uid, back, onBack }: { uid: string; back: string; onBack: () => void }) {
  const client = useQueryClient();
  const file = useQuery({ queryKey: ['desk', 'member', uid], queryFn: () => request(getMember, { uid }) });
  const [act, setAct] = useState<AuditEntryInput>();
  const [notice, setNotice] = useState<string>();
  const done = async (sentence: string) => {
    setAct(undefined);
    setNotice(sentence);
    await client.invalidateQueries({ queryKey: ['desk'] });
  };
  const open = (next: AuditEntryInput) => {
    setNotice(undefined);
    setAct(next);
  };
  return (
    <>
      <p>
        <button className="text-button" type="button" onClick={onBack}>
          Back to {back}
        </button>
      </p>
      <QueryState query={file} waiting={texts.loadingMember} failed={texts.loadFailed}>
        {({ data }) => (
          <>
            <Person file={data} onAct={open} />
            {notice && (
              <Notice tone="ok" role="status">
                {notice}
              </Notice>
            )}
            <Terms file={data} onAct={open} />
            <Payments payments={data.payments} />
            <Conferences file={data} onAct={open} />
            <h3>History</h3>
            <AuditLog
              queryKey={['desk', 'audit-of', uid]}
              fetchPage={(cursor) => request(getAudit, { month: currentMonthUtc(), uid, cursor })}
              initialPage={data.history}
            />
            {act && (
              <MemberActionDialog
                act={act}
                member={data.member}
                onDone={done}
                onCancel={() => setAct(undefined)}
              />
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

function Person({
  file: { member, liveSessions },
  onAct,
}: {
  file: Details;
  onAct: (act: AuditEntryInput) => void;
}) {
  const rows = [
    ['Username', member.username],
    ['Membership ID', member.uid],
    ['Email', `${member.email} (${member.emailVerified ? 'verified' : 'not verified'})`],
    ['Category', categories[member.category]],
    [
      'Membership',
      `${statuses[member.status]}${member.activeUntil && `, until ${formatLongDate(member.activeUntil)}`}`,
    ],
    ['Account', accountOf(member, liveSessions)],
    ['Affiliation', [member.affiliation, member.country].filter(Boolean).join(', ')],
    ['Phone', member.phone],
  ].filter(([, value]) => value);
  const isDisabled = member.state === 'disabled';
  return (
    <>
      <h3>
        {member.title} {member.firstName} {member.lastName}
      </h3>
      <dl className="member-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="panel__actions">
        <button
          className="btn btn--outline btn--small"
          type="button"
          onClick={() => onAct({ kind: 'category' })}
        >
          Set category
        </button>
        <button
          className="btn btn--outline btn--small"
          type="button"
          onClick={() => onAct({ kind: isDisabled ? 'enable' : 'disable' })}
        >
          {isDisabled ? 'Enable account' : 'Disable account'}
        </button>
      </div>
    </>
  );
}

function accountOf(member: Details['member'], liveSessions: number): string {
  const places = liveSessions === 1 ? 'signed in once' : `signed in ${liveSessions} times`;
  const words = [
    states[member.state],
    member.role === 'administrator' && 'administrator',
    member.hasPassword ? (liveSessions === 0 ? 'not signed in' : places) : 'no password yet',
    `registered ${formatLongDate(member.registeredAt)}`,
  ];
  return words.filter(Boolean).join(', ');
}
