import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { discardMailDraft, getMailDraft, saveMailDraft } from '#contract/mail-drafts';
import { call } from '../../../api/client.ts';
import { draftOf, type Letter } from './letter.ts';

const KEY = ['mailing', 'draft'];

/** Asked for anew whenever the panel opens: it may have been saved on another machine. */
export const useStoredDraft = () =>
  useQuery({
    queryKey: KEY,
    queryFn: async () => (await call(getMailDraft)).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The caller's one draft on the server. */
export function useDraft() {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (letter: Letter) => {
      const draft = draftOf(letter);
      const { msg, data } = await call(saveMailDraft, draft);
      client.setQueryData(KEY, { ...draft, ...data });
      return msg;
    },
    networkMode: 'always',
  });
  const discard = useMutation({
    mutationFn: async () => {
      await call(discardMailDraft);
      client.setQueryData(KEY, null);
    },
    networkMode: 'always',
  });
  return { save, discard };
}
