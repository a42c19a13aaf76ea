import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { getMailPreferences, setMailPreferences } from '#contract/mail-wishes';
import { call } from '../../api/call.ts';
import { messages } from '../../text/messages.ts';
import { Failed } from '../../ui/failed.tsx';
import { Note } from '../../ui/note.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { useMember } from '../member.ts';

/** Whether announcements come, and the way to have them or not; what an unsubscribe link did shows here. */
export function MailPreferences() {
  const id = useId();
  const { email } = useMember();
  const client = useQueryClient();
  // What holds an address goes with the address.
  const queryKey = ['mail-preferences', email];
  const wishes = useQuery({ queryKey, queryFn: async () => (await call(getMailPreferences)).data });
  const change = useMutation({
    mutationFn: (announcements: boolean) => call(setMailPreferences, { announcements }),
    onSuccess: ({ data }) => client.setQueryData(queryKey, wishes.data && { ...wishes.data, ...data }),
    networkMode: 'always',
  });
  const { data } = wishes;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>Mail from us</h3>
      {data ? (
        <>
          <p>
            {data.announcements ? messages.announcementsCome : messages.announcementsStopped}{' '}
            {messages.serviceMailComes}
          </p>
          {data.held && <Note tone="warn">{messages[`held-${data.held}`]}</Note>}
          <div className="panel__acts">
            <button
              className="btn btn--line"
              type="button"
              aria-busy={change.isPending || undefined}
              onClick={() => change.isPending || change.mutate(!data.announcements)}
            >
              {data.announcements ? 'Stop announcements' : 'Get announcements again'}
            </button>
            <p className={change.isError ? 'bad' : 'hint'} role="status">
              {change.isSuccess && change.data.msg}
              {change.isError && sentenceOf(change.error, messages.choiceNotSaved)}
            </p>
          </div>
        </>
      ) : wishes.isError ? (
        <Failed
          message={sentenceOf(wishes.error, messages.choiceNotLoaded)}
          action="Try again"
          busy={wishes.isFetching}
          onAction={() => wishes.refetch()}
        />
      ) : (
        <Waiting label={messages.loadingChoice} />
      )}
    </section>
  );
}
