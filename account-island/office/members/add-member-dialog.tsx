import { useState } from 'react';
import { addMember, getMembers, type MemberListItem } from '#contract/admin-members';
import { MEMBER_CATEGORIES } from '#shared/choices';
import { personName } from '#shared/person-name';
import { canonicalize } from '#shared/text';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { addedMember, categories, adminMessages as texts } from '../../text/admin-members.ts';
import { at, type FieldErrors, issueErrors } from '../../text/errors.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { ProfileFields } from '../../ui/profile-fields.tsx';
import { type FieldText, ReasonDialog } from '../../ui/reason-dialog.tsx';
import { RadioGroup } from '../../ui/select.tsx';
import { LABELS } from './member-actions.ts';

const ADD_LABELS = { ...LABELS, username: 'Username' };

interface Props {
  onDone: (sentence: string) => void;
  onOpen: (uid: string) => void;
  onCancel: () => void;
}

/** Adds one member. Whoever has the address or the username already is one click away. */
export function AddMemberDialog({ onDone, onOpen, onCancel }: Props) {
  const [known, setKnown] = useState<MemberListItem>();
  const [attempt] = useState(() => crypto.randomUUID());
  return (
    <ReasonDialog
      title={texts.addMember}
      text={texts.addMemberText}
      hint={texts.visibleReasonHint}
      labels={ADD_LABELS}
      wide
      busyLabel="Adding..."
      validate={addErrors}
      errors={{ 'email-taken': at('email'), 'username-taken': at('username') }}
      fields={(field) => (
        <>
          <ProfileFields
            of={(name) => ({ ...field(name), defaultValue: '' })}
            country=""
            emailHint={texts.addAddressHint}
          />
          <TextField
            {...field('username')}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            hint={texts.addUsernameHint}
          />
          <RadioGroup {...field('category')} options={categories} required defaultValue="ordinary" />
          <Option name="emailVerified" text={texts.addressIsGood} />
          <Option name="isInvited" text={texts.sendInvitation} isChecked />
          {known && (
            <Notice tone="warning">
              {texts.knownMember}{' '}
              <Button kind="inline" onClick={() => onOpen(known.uid)}>
                Open <PersonName person={known} /> ({known.username})
              </Button>
            </Notice>
          )}
        </>
      )}
      run={async (text) => {
        setKnown(undefined);
        const input = readInput(text).data;
        if (!input) throw new Error('The form was sent with errors');
        try {
          await request(addMember, { ...input, attempt });
        } catch (error) {
          if (error instanceof ApiError && error.is('email-taken'))
            setKnown(await findMember((member) => member.email, input.email));
          else if (error instanceof ApiError && error.is('username-taken'))
            setKnown(await findMember((member) => member.username, input.username));
          throw error;
        }
        return addedMember(personName(input), input.isInvited);
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

const Option = ({ name, text, isChecked = false }: { name: string; text: string; isChecked?: boolean }) => (
  <label className="checkbox form__wide">
    <input type="checkbox" name={name} defaultChecked={isChecked} /> {text}
  </label>
);

async function findMember(
  nameOf: (member: MemberListItem) => string,
  value: string,
): Promise<MemberListItem | undefined> {
  const { items } = (await request(getMembers, { search: value, limit: 100 })).data;
  return items.find((member) => canonicalize(nameOf(member)) === canonicalize(value));
}

function readInput(text: FieldText) {
  return addMember.request.safeParse({
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    username: text('username'),
    gender: text('gender'),
    affiliation: text('affiliation'),
    country: text('country'),
    title: text('title'),
    education: text('education'),
    phone: text('phone'),
    birth: text('dob'),
    address: text('address'),
    homepage: text('homepage'),
    // Forms send line breaks as CR LF.
    description: text('description').replaceAll('\r\n', '\n'),
    ...(text('yearOfDegree') !== '' && { yearOfDegree: Number(text('yearOfDegree')) }),
    category: MEMBER_CATEGORIES.find((each) => each === text('category')),
    emailVerified: text('emailVerified') === 'on',
    isInvited: text('isInvited') === 'on',
    reason: text('reason'),
  });
}

/** The errors that the browser does not find. */
function addErrors(text: FieldText): FieldErrors<string> {
  const issues = (readInput(text).error?.issues ?? []).map(({ path: [name], message }) => ({
    path: name === 'birth' ? 'dob' : String(name),
    message,
  }));
  return issueErrors(issues, ADD_LABELS);
}
