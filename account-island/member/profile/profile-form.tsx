import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Profile, ProfileUpdate, updateUserInfo } from '#contract/profile';
import { request } from '../../api/client.ts';
import { ApiError, parseJson } from '../../api/http.ts';
import { serverNow } from '../../api/server-clock.ts';
import { readTabItem, removeTabItem, writeTabItem } from '../../api/tab-storage.ts';
import { readClaims, readToken } from '../../api/token.ts';
import { type FormResult, issueErrors } from '../../text/errors.ts';
import { noToken, type ProfileField, profileLabels, profileMessages } from '../../text/profile.ts';
import { TextField } from '../../ui/field.tsx';
import { ProfileFields } from '../../ui/profile-fields.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { useMember } from '../../ui/use-member.ts';

/** The changed fields of the form, and the version of the profile that they were typed over. */
const ProfileEdits = z.object({ version: z.string(), fields: z.record(z.string(), z.string()) });
export type ProfileEdits = z.output<typeof ProfileEdits>;

const STORAGE_KEY = 'unsaved-profile';
const Stored = z.object({ uid: z.string(), edits: ProfileEdits });

/** The unsaved changes of this member; undefined for those of anybody else. */
export function loadUnsaved(uid: string): ProfileEdits | undefined {
  const stored = Stored.safeParse(parseJson(readTabItem(STORAGE_KEY) ?? '')).data;
  return stored?.uid === uid ? stored.edits : undefined;
}

/**
 * Keeps unsaved changes in this tab when the page or the panel closes, so that they survive a change of panel, Back, a reload
 * and the end of the session; logging out clears them. While there are any, the browser asks before the page is left.
 */
export function useAutosave(edits: ProfileEdits | undefined): void {
  const { uid } = useMember();
  // By the time the form closes, the token may be another member's.
  const latest = useRef({ uid, edits });
  useEffect(() => {
    latest.current = { uid, edits };
  });

  useLeaveWarning(edits !== undefined);

  useEffect(() => {
    const save = () => {
      if (latest.current.edits === undefined) removeTabItem(STORAGE_KEY);
      else if (readToken() !== null) writeTabItem(STORAGE_KEY, JSON.stringify(latest.current));
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, []);
}

const isField = (name: string): name is ProfileField => Object.hasOwn(profileLabels, name);

/** What the form changes in `member`; undefined for nothing. */
export function readEdits(form: HTMLFormElement, member: Profile, version: string): ProfileEdits | undefined {
  const changed = [...new FormData(form)]
    // Forms send line breaks as CR LF.
    .map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')] as const)
    .filter(([name, value]) => isField(name) && value !== String(member[name]));
  return changed.length > 0 ? { version, fields: Object.fromEntries(changed) } : undefined;
}

/** The edited fields that somebody else has changed too, with what is saved there now. */
export const changedElsewhere = (before: Profile, now: Profile, { fields }: ProfileEdits) =>
  new Map(
    Object.keys(fields)
      .filter(isField)
      .filter((name) => before[name] !== now[name])
      .map((name) => [name, profileMessages.savedElsewhere(String(now[name]))]),
  );

const RECENT_MS = 15 * 60_000;

/** Whether the login is recent enough for the server to accept another username or address. */
function isSignInRecent(): boolean {
  const claims = readClaims(readToken() ?? '');
  return claims !== null && serverNow().getTime() - claims.signedInAt.getTime() < RECENT_MS;
}

interface Props {
  member: Profile;
  /** What the form begins with instead of the member's values. */
  edits: ProfileEdits | undefined;
  field: (name: ProfileField) => { name: string; label: string; error: string | undefined };
}

/**
 * The fields of the profile. Those that the association asks for without requiring them may stay empty; a banner then
 * asks for them.
 */
export function ProfileForm({ member, edits, field }: Props) {
  const of = (name: ProfileField) => ({
    ...field(name),
    defaultValue: edits?.fields[name] ?? String(member[name]),
  });
  const [isRecent] = useState(isSignInRecent);
  return (
    <>
      <TextField
        {...of('username')}
        autoComplete="username"
        autoCapitalize="none"
        required
        hint={isRecent ? profileMessages.identityHint : profileMessages.identityLocked}
      />
      <ProfileFields
        of={of}
        country={member.country}
        isOwn
        emailHint={isRecent ? profileMessages.addressHint : profileMessages.identityLocked}
      />
      <TextField
        label="Membership ID"
        name="uid"
        defaultValue={member.uid}
        readOnly
        required
        hint={profileMessages.uidHint}
      />
    </>
  );
}

/** Saves the edits; resolves to the profile as the server has it now, or to the errors of the form. */
export async function saveProfile(
  { uid }: Pick<Profile, 'uid'>,
  { version, fields }: ProfileEdits,
): Promise<Profile | FormResult<ProfileField>> {
  if (readToken() === null) return { notice: { tone: 'danger', text: noToken } };
  const { dob, yearOfDegree, ...same } = fields;
  const update = ProfileUpdate.safeParse({
    ...same,
    ...(dob !== undefined && { birth: dob }),
    ...(yearOfDegree !== undefined && { yearOfDegree: Number(yearOfDegree) }),
    uid,
    version,
  });
  if (!update.success) {
    // The contract calls the date of birth `birth` in an update.
    const issues = update.error.issues.map(({ path: [name], message }) => ({
      path: name === 'birth' ? 'dob' : String(name),
      message,
    }));
    return { fieldErrors: issueErrors(issues, profileLabels) };
  }
  const { code, error, msg, data } = await request(updateUserInfo, update.data);
  if (code === 1 && data) return data;
  // An error that the member can correct is a 200 without the profile.
  const body = { message: msg, ...(error !== undefined && { error }) };
  throw new ApiError(updateUserInfo.route, { kind: 'rejected', status: 409, body });
}
