import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { getMailPreferences, setMailPreferences } from '#contract/mail-preferences';
import { request } from '../../api/client.ts';
import { Notice } from '../../components/notice.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { useMember } from '../../hooks/use-member.ts';
import { sentenceOf } from '../../text/errors.ts';
import { profileMessages } from '../../text/profile.ts';

/** Whether announcements come, and the way to have them or not; what an unsubscribe link did shows here. */
export function MailPreferences() {
  const id = useId();
  const { email } = useMember();
  const client = useQueryClient();
  // What holds an address goes with the address.
  const queryKey = ['mail-preferences', email];
  const wishes = useQuery({ queryKey, queryFn: async () => (await request(getMailPreferences)).data });
  const change = useAction(
    async (announcements: boolean) => {
      const { msg, data } = await request(setMailPreferences, { announcements });
      client.setQueryData(queryKey, wishes.data && { ...wishes.data, ...data });
      return msg;
    },
    { done: (msg) => msg, failed: (error) => sentenceOf(error, profileMessages.choiceNotSaved) },
  );
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Mail from us</h3>
      <QueryState
        query={wishes}
        waiting={profileMessages.loadingChoice}
        failed={profileMessages.choiceNotLoaded}
      >
        {(kept) => (
          <>
            <p>
              {kept.announcements ? profileMessages.announcementsCome : profileMessages.announcementsStopped}{' '}
              {profileMessages.serviceMailComes}
            </p>
            {kept.suppressedBecause && (
              <Notice tone="warn">{profileMessages[`suppressed-${kept.suppressedBecause}`]}</Notice>
            )}
            <div className="panel__actions">
              <button
                className="btn btn--outline"
                type="button"
                aria-busy={change.isBusy || undefined}
                onClick={() => change.start(!kept.announcements)}
              >
                {kept.announcements ? 'Stop announcements' : 'Get announcements again'}
              </button>
              <p className={change.notice?.tone === 'err' ? 'field-error' : 'hint'} role="status">
                {change.notice?.text}
              </p>
            </div>
          </>
        )}
      </QueryState>
    </section>
  );
}
