import { useQuery } from '@tanstack/react-query';
import { getPasskeys } from '#contract/passkeys';
import { getSecondFactor } from '#contract/second-factor';
import { request } from '../../api/client.ts';

export const SECOND_FACTOR_QUERY = ['second-factor'];

/** The member's two-step verification. */
export const useSecondFactor = () =>
  useQuery({ queryKey: SECOND_FACTOR_QUERY, queryFn: async () => (await request(getSecondFactor)).data });

export const PASSKEYS_QUERY = ['passkeys'];

/** The member's passkeys. */
export const usePasskeys = () =>
  useQuery({ queryKey: PASSKEYS_QUERY, queryFn: async () => (await request(getPasskeys)).data });
