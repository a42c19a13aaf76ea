import { useQuery } from '@tanstack/react-query';
import { getPasskeys } from '#contract/passkeys';
import { request } from '../../../api/client.ts';

export const PASSKEYS_QUERY = ['passkeys'];

/** The member's passkeys. */
export const usePasskeys = () =>
  useQuery({ queryKey: PASSKEYS_QUERY, queryFn: async () => (await request(getPasskeys)).data });
