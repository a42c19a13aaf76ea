import { useState } from 'react';
import { addMember, getMembers, type MemberListItem } from '#contract/admin-members';
import { personName } from '#shared/person-name';
import { canonicalize } from '#shared/text';
import { request } from '../../api/client.ts';
import { ApiError } from '../../api/http.ts';
import { categories, adminMessages as texts } from '../../text/admin-members.ts';
import { at } from '../../text/errors.ts';
import { ActionDialog, FormFields } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProfileFields } from '../../ui/profile-fields.tsx';
import { PROFILE_LABELS, profileInput, subjectOf, wireName } from './member-actions.ts';

const ACCOUNT_FIELDS = [
  { name: 'username', label: 'Username', isOptional: true, hint: texts.addUsernameHint },
  { name: 'category', label: 'Category', options: categories, value: 'ordinary' },
  { name: 'emailVerified', label: texts.addressIsGood, type: 'checkbox' },
  { name: 'isInvited', label: texts.sendInvitation, type: 'checkbox', value: 'on' },
] as const;
const LABELS = {
  ...PROFILE_LABELS,
  ...Object.fromEntries(ACCOUNT_FIELDS.map(({ name, label }) => [name, label])),
};

interface Props {
  /** Gets the sentence about it, and the new member; nothing if nobody was added. */
  onEnd: (sentence?: string, uid?: string) => void;
  onOpen: (uid: string) => void;
}

/** Adds one member. Whoever has the address or the username already is one click away. */
export function AddMemberDialog({ onEnd, onOpen }: Props) {
  const [known, setKnown] = useState<MemberListItem>();
  const [attempt] = useState(() => crypto.randomUUID());
  return (
    <ActionDialog
      title={texts.addMember}
      text={texts.addMemberText}
      labels={LABELS}
      reasonHint={texts.visibleReasonHint}
      wide
      busyLabel="Adding..."
      errors={{ 'email-taken': at('email'), 'username-taken': at('username') }}
      request={{
        schema: addMember.request,
        read: (text) => {
          const given = Object.keys(PROFILE_LABELS).filter((name) => text(name) !== '');
          return {
            ...profileInput(Object.fromEntries(given.map((name) => [name, text(name)]))),
            username: text('username'),
            category: text('category'),
            emailVerified: text('emailVerified') === 'on',
            isInvited: text('isInvited') === 'on',
            attempt,
          };
        },
      }}
      run={async (input) => {
        setKnown(undefined);
        try {
          const { uid } = (await request(addMember, input)).data;
          onEnd(texts.addedMember(personName(input), input.isInvited), uid);
          return undefined;
        } catch (error) {
          if (error instanceof ApiError && error.is('email-taken'))
            setKnown(await findMember('email', input.email));
          else if (error instanceof ApiError && error.is('username-taken'))
            setKnown(await findMember('username', input.username ?? ''));
          throw error;
        }
      }}
      onEnd={onEnd}
    >
      {(field) => (
        <>
          <ProfileFields
            of={(name) => ({ ...field(wireName(name)), defaultValue: '' })}
            country=""
            emailHint={texts.addAddressHint}
            foldTitle={texts.moreAboutMember}
          />
          <FormFields fields={ACCOUNT_FIELDS} of={field} />
          {known && (
            <Notice tone="warning">
              {texts.knownMember}{' '}
              <Button kind="inline" onClick={() => onOpen(known.uid)}>
                Open {subjectOf(known)}
              </Button>
            </Notice>
          )}
        </>
      )}
    </ActionDialog>
  );
}

async function findMember(by: 'email' | 'username', value: string): Promise<MemberListItem | undefined> {
  const { items } = (await request(getMembers, { search: value, limit: 100 })).data;
  return items.find((member) => canonicalize(member[by]) === canonicalize(value));
}
