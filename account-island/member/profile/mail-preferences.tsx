import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { getMailPreferences, setMailPreferences } from '#contract/mail-preferences';
import { request } from '../../api/client.ts';
import { profileMessages, suppressedBecause } from '../../text/profile.ts';
import { Button } from '../../ui/button.tsx';
import { ContactLink } from '../../ui/external-link.tsx';
import { Notice, SmallNotice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useMember } from '../../ui/use-member.ts';

/** Whether the member receives announcements, with a switch; a change by an unsubscribe link shows here too. */
export function MailPreferences({ contact }: { contact: string | undefined }) {
  const id = useId();
  const { email } = useMember();
  const client = useQueryClient();
  // Suppressions belong to an address, not to a member.
  const queryKey = ['mail-preferences', email];
  const preferences = useQuery({ queryKey, queryFn: async () => (await request(getMailPreferences)).data });
  const change = useAction(
    async (announcements: boolean) => {
      const { msg, data } = await request(setMailPreferences, { announcements });
      client.setQueryData(queryKey, preferences.data && { ...preferences.data, ...data });
      return msg;
    },
    { done: (msg) => msg, failed: profileMessages.preferencesNotSaved },
  );
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{profileMessages.preferencesHeading}</h3>
      <QueryState query={preferences} failed={profileMessages.preferencesNotLoaded}>
        {(current) => (
          <>
            <p>
              {current.announcements ? profileMessages.subscribed : profileMessages.unsubscribed}{' '}
              {profileMessages.alwaysSent}
            </p>
            {current.suppressedBecause && (
              <Notice tone="warning">
                {suppressedBecause[current.suppressedBecause]} <ContactLink address={contact} />.
              </Notice>
            )}
            <div className="panel__actions">
              <Button
                kind="outline"
                isBusy={change.isBusy}
                onClick={() => change.start(!current.announcements)}
              >
                {current.announcements ? profileMessages.unsubscribe : profileMessages.subscribe}
              </Button>
              <SmallNotice notice={change.notice} />
            </div>
          </>
        )}
      </QueryState>
    </section>
  );
}
