import { useEffect, useId, useRef, useState } from 'react';
import { SubmitButton } from '../../components/button.tsx';
import { Note, type Said, SaidNote } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSubmission } from '../../hooks/use-form.ts';
import { useKeepMember, useMember } from '../../hooks/use-member.ts';
import { profileMessages } from '../../text/profile.ts';
import { Verification } from './email-verification.tsx';
import { useIncomplete } from './incomplete.ts';
import { MailPreferences } from './mail-preferences.tsx';
import { ProfileCard } from './profile-card.tsx';
import { ProfileRows } from './profile-details.tsx';
import { ProfileFields } from './profile-form.tsx';
import { type ProfileField, saveProfile } from './save-profile.ts';

/** Read-only, or in the hand of the member: account area, section 4. */
export default function ProfilePanel() {
  const member = useMember();
  const keepMember = useKeepMember();
  const isIncomplete = useIncomplete(member);
  const formId = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const [editing, setEditing] = useState<boolean>();
  const [done, setDone] = useState<Said>();
  const { busy, locked, note, fault, show, form } = useSubmission<ProfileField>(async (element) => {
    const result = await saveProfile(element);
    if ('outcome' in result) return result.outcome;
    keepMember(result.saved);
    setDone({ tone: 'ok', text: profileMessages.profileSaved });
    setEditing(false);
    return {};
  });

  // The button that was pressed is gone: the keyboard goes on where the change is.
  useEffect(() => {
    if (editing) form.ref.current?.querySelector('input')?.focus();
    if (editing === false) editButton.current?.focus();
  }, [editing, form.ref]);

  const edit = () => {
    setDone(undefined);
    setEditing(true);
  };
  const discard = () => {
    show({});
    setEditing(false);
  };
  const verified = () => {
    setDone({ tone: 'ok', text: profileMessages.verified });
    editButton.current?.focus({ preventScroll: true });
  };
  const acts = editing ? (
    <>
      <button className="btn btn--line" type="button" onClick={discard}>
        Discard Changes
      </button>
      <SubmitButton form={formId} label="Save Changes" busyLabel="Saving..." busy={busy} locked={locked} />
    </>
  ) : (
    <button ref={editButton} className="btn btn--line" type="button" onClick={edit}>
      Edit
    </button>
  );

  return (
    <Panel title="User Profile" acts={acts}>
      <SaidNote said={done ?? note} />
      {isIncomplete && (
        <Note tone="warn" role="status">
          {profileMessages.profileIncomplete}
        </Note>
      )}
      <ProfileCard member={member}>
        {editing ? (
          <form id={formId} className="form form--2" {...form}>
            <ProfileFields member={member} fault={fault} />
          </form>
        ) : (
          <ProfileRows member={member} />
        )}
      </ProfileCard>
      {!editing && !member.emailVerified && <Verification onVerified={verified} />}
      {!editing && <MailPreferences />}
    </Panel>
  );
}
