import type { ReactNode } from 'react';
import type { Profile } from '#contract/profile';
import { formatLongDate } from '#shared/hong-kong';
import { GENDER_TEXTS, profileLabels, profileMessages } from '../../text/profile.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { ExternalLink, parseWebAddress } from '../../ui/external-link.tsx';

const WIDE = new Set(['homepage', 'address', 'description']);

/** The profile as read. */
export function ProfileDetails({ member }: { member: Profile }) {
  const values: Readonly<Record<string, ReactNode>> = {
    ...member,
    gender: GENDER_TEXTS[member.gender] ?? member.gender,
    dob: member.dob && formatLongDate(member.dob),
    email: (
      <>
        <BreakableAddress email={member.email} />{' '}
        <span className="tag">{member.emailVerified ? 'Verified' : 'Not verified'}</span>
      </>
    ),
    yearOfDegree: String(member.yearOfDegree),
    homepage: member.homepage && (
      <ExternalLink address={member.homepage}>
        {parseWebAddress(member.homepage)?.text ?? member.homepage}
      </ExternalLink>
    ),
  };
  return (
    <dl className="description-list">
      {Object.entries(profileLabels).map(([name, label]) => (
        <div key={name} className={WIDE.has(name) ? 'form__wide' : undefined}>
          <dt>{label}</dt>
          <dd>{values[name] || <span className="none">{profileMessages.notGiven}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
