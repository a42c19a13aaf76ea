import type { ReactNode } from 'react';
import type { Profile } from '#contract/profile';
import { formatLongDate } from '#shared/hong-kong';
import { GENDERS } from '#shared/person-choices';
import { GENDER_TEXTS, profileLabels, profileMessages } from '../../text/profile.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { ExternalLink, parseWebAddress } from '../../ui/external-link.tsx';

/** The profile as read. */
export function ProfileDetails({ member }: { member: Profile }) {
  const gender = GENDERS.find((value) => value === member.gender);
  return (
    <dl className="description-list">
      <Row label={profileLabels.username}>{member.username}</Row>
      <Row label={profileLabels.title}>{member.title}</Row>
      <Row label={profileLabels.firstName}>{member.firstName}</Row>
      <Row label={profileLabels.lastName}>{member.lastName}</Row>
      <Row label={profileLabels.gender}>{gender ? GENDER_TEXTS[gender] : member.gender}</Row>
      <Row label={profileLabels.dob}>{member.dob && formatLongDate(member.dob)}</Row>
      <Row label={profileLabels.email}>
        <BreakableAddress email={member.email} />{' '}
        <span className="tag">{member.emailVerified ? 'Verified' : 'Not verified'}</span>
      </Row>
      <Row label={profileLabels.phone}>{member.phone}</Row>
      <Row label={profileLabels.affiliation}>{member.affiliation}</Row>
      <Row label={profileLabels.country}>{member.country}</Row>
      <Row label={profileLabels.education}>{member.education}</Row>
      <Row label={profileLabels.yearOfDegree}>{String(member.yearOfDegree)}</Row>
      <Row label={profileLabels.homepage} wide>
        <Homepage address={member.homepage} />
      </Row>
      <Row label={profileLabels.address} wide>
        {member.address}
      </Row>
      <Row label={profileLabels.description} wide>
        {member.description}
      </Row>
    </dl>
  );
}

const Row = ({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'form__wide' : undefined}>
    <dt>{label}</dt>
    <dd>{children === '' ? <span className="none">{profileMessages.notGiven}</span> : children}</dd>
  </div>
);

function Homepage({ address }: { address: string }) {
  const link = parseWebAddress(address);
  if (!link) return address || <span className="none">{profileMessages.notGiven}</span>;
  return <ExternalLink address={address}>{link.text}</ExternalLink>;
}
