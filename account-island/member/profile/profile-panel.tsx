import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Profile } from '#contract/profile';
import { formatLongDate } from '#shared/hong-kong';
import { initialsOf } from '#shared/text';
import { ApiError } from '../../api/http.ts';
import { fetchMember } from '../../api/session.ts';
import type { FormResult, NoticeMessage } from '../../text/errors.ts';
import type { PageProps } from '../../text/membership.ts';
import {
  GENDER_TEXTS,
  type ProfileField,
  profileErrors,
  profileLabels,
  profileMessages,
} from '../../text/profile.ts';
import { BreakableAddress } from '../../ui/breakable-address.tsx';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { ExternalLink, parseWebAddress } from '../../ui/external-link.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Notice, ResultNotice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useMember, useSetMember } from '../../ui/use-member.ts';
import { useIgnoreSecondPress } from '../../ui/use-second-press.ts';
import { VerifyEmail } from '../membership/verify-email.tsx';
import { MailPreferences } from './mail-preferences.tsx';
import {
  changedElsewhere,
  loadUnsaved,
  type ProfileEdits,
  ProfileForm,
  readEdits,
  saveProfile,
  useAutosave,
} from './profile-form.tsx';

const AccountAndPrivacy = lazyPart(() => import('./privacy/account-and-privacy.tsx'));

/** The profile, read-only until the member edits it. */
export default function ProfilePanel({ contact }: PageProps) {
  const member = useMember();
  const setMember = useSetMember();
  const isIncomplete = useProfileIncomplete(member);
  const editButton = useRef<HTMLButtonElement>(null);
  const [restored, setRestored] = useState(() => loadUnsaved(member.uid));
  const [editing, setEditing] = useState(restored ? true : undefined);
  const [edits, setEdits] = useState(restored);
  // What the fields began with: a change elsewhere must not make the form send old values as its own.
  const [base, setBase] = useState(member);
  const [done, setDone] = useState<NoticeMessage>();
  const [discarded, setDiscarded] = useState<ProfileEdits>();
  const ignoreSecondPress = useIgnoreSecondPress(editing);
  const { ref, form, field, notice, button, show } = useForm({
    labels: profileLabels,
    submit: async (_, element) => {
      const version = restored?.version ?? base.version;
      const written = readEdits(element, base, version) ?? { version, fields: {} };
      const result = await saveProfile(member, written).catch(async (error: unknown) => {
        if (!(error instanceof ApiError && error.is('profile-conflict'))) throw error;
        return keepOver(await fetchMember(), written);
      });
      if (!('uid' in result)) return result;
      setMember(result);
      setDone({ tone: 'success', text: profileMessages.profileSaved });
      stopEditing();
      return undefined;
    },
    errors: profileErrors,
  });

  /** The form continues over what is saved now, with what was typed. */
  const keepOver = (saved: Profile, written: ProfileEdits): FormResult<ProfileField> => {
    const kept = { ...written, version: saved.version };
    setMember(saved);
    setBase(saved);
    setRestored(kept);
    setEdits({ ...kept });
    return {
      fieldErrors: changedElsewhere(base, saved, written),
      notice: { tone: 'danger', text: profileMessages.changedElsewhere },
    };
  };

  useAutosave(edits);
  const stopEditing = () => {
    setEditing(false);
    setEdits(undefined);
    setRestored(undefined);
  };

  // The button that had the focus is removed, so the keyboard continues at the change.
  useEffect(() => {
    if (editing) ref.current?.querySelector('input')?.focus();
    if (editing === false) editButton.current?.focus();
  }, [editing, ref]);

  const edit = () => {
    setDone(undefined);
    setDiscarded(undefined);
    setBase(member);
    setEditing(true);
  };
  const discard = () => {
    show({});
    setDiscarded(edits);
    stopEditing();
  };
  const undoDiscard = () => {
    setRestored(discarded);
    setEdits(discarded);
    edit();
  };
  const actions = !editing && (
    <Button ref={editButton} kind="outline" onClick={edit}>
      Edit
    </Button>
  );

  return (
    <Panel title="User Profile" actions={actions}>
      {!editing && <VerifyEmail />}
      <ResultNotice notice={done} />
      {discarded && (
        <Notice role="status">
          {profileMessages.discarded}{' '}
          <Button kind="link" onClick={undoDiscard}>
            Undo
          </Button>
        </Notice>
      )}
      {restored && edits === restored && <Notice role="status">{profileMessages.restored}</Notice>}
      {isIncomplete && (
        <Notice tone="warning" role="status">
          <p>{profileMessages.profileIncomplete}</p>
          <p>{profileMessages.missingText(missingFields(member).map((field) => profileLabels[field]))}</p>
        </Notice>
      )}
      <ProfileCard member={member}>
        {editing ? (
          <form
            className="form form--two-columns"
            {...form}
            {...ignoreSecondPress}
            onInput={(event) => {
              form.onInput(event);
              setEdits(readEdits(event.currentTarget, base, restored?.version ?? base.version));
            }}
          >
            <ProfileForm key={base.version} member={base} edits={restored} field={field} />
            <div className="form__actions form__actions--sticky">
              <ResultNotice notice={notice} />
              <SubmitButton label="Save Changes" busyLabel="Saving..." {...button} />
              <Button kind="outline" isLocked={button.isBusy} onClick={discard}>
                Discard Changes
              </Button>
            </div>
          </form>
        ) : (
          <ProfileDetails member={member} />
        )}
      </ProfileCard>
      {!editing && (
        <>
          <MailPreferences contact={contact} />
          <AccountAndPrivacy />
        </>
      )}
    </Panel>
  );
}

interface CardProps {
  member: Profile;
  children: ReactNode;
}

/** Picture, name and email above the rows or the form. */
const ProfileCard = ({ member, children }: CardProps) => (
  <div className="card">
    <div className="cluster profile-identity">
      <b aria-hidden="true">{initialsOf(member.username)}</b>
      <div>
        <p className="headline">
          <PersonName person={member} />
        </p>
        <span>
          Membership ID <span className="tabular">{member.uid}</span>
        </span>
      </div>
    </div>
    {children}
  </div>
);

/** The banner asks for these if they are empty. */
const REQUIRED = ['username', 'gender', 'email', 'affiliation', 'country', 'title'] as const;
const CHECK_AFTER_MS = 1000;

export const missingFields = (profile: Profile) => REQUIRED.filter((field) => profile[field] === '');

/** Checks a profile 1 s after it appears, and 1 s after each save. */
function useProfileIncomplete(profile: Profile): boolean {
  const [incomplete, setIncomplete] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIncomplete(missingFields(profile).length > 0), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [profile]);
  return incomplete;
}

const WIDE = new Set(['homepage', 'address', 'description']);

/** The profile as read. */
function ProfileDetails({ member }: { member: Profile }) {
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
