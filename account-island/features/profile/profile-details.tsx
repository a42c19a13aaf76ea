import type { ReactNode } from 'react';
import type { Profile } from '#contract/user';
import { GENDERS } from '#shared/person-choices';
import { ExternalLink, parseWebAddress } from '../../components/external-link.tsx';
import { GENDER_TEXTS } from '../../text/choices.ts';
import { profileMessages } from '../../text/profile.ts';
import { LABELS } from './profile-form.tsx';

/** The profile as read. */
export function ProfileDetails({ member }: { member: Profile }) {
  const gender = GENDERS.find((value) => value === member.gender);
  return (
    <dl className="description-list">
      <Row label={LABELS.username}>{member.username}</Row>
      <Row label={LABELS.title}>{member.title}</Row>
      <Row label={LABELS.firstName}>{member.firstName}</Row>
      <Row label={LABELS.lastName}>{member.lastName}</Row>
      <Row label={LABELS.gender}>{gender ? GENDER_TEXTS[gender] : member.gender}</Row>
      <Row label={LABELS.dob}>{member.dob}</Row>
      <Row label={LABELS.email}>
        {member.email} <span className="tag">{member.emailVerified ? 'Verified' : 'Not verified'}</span>
      </Row>
      <Row label={LABELS.phone}>{member.phone}</Row>
      <Row label={LABELS.affiliation}>{member.affiliation}</Row>
      <Row label={LABELS.country}>{member.country}</Row>
      <Row label={LABELS.education}>{member.education}</Row>
      <Row label={LABELS.yearOfDegree}>{String(member.yearOfDegree)}</Row>
      <Row label="Homepage" wide>
        <Homepage address={member.homepage} />
      </Row>
      <Row label={LABELS.address} wide>
        {member.address}
      </Row>
      <Row label={LABELS.description} wide>
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
