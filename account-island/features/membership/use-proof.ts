import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { checkProof, getProof, type OwnProof } from '#contract/proof';
import { call } from '../../api/client.ts';

const KEY = ['proof'];
type Own = z.output<typeof OwnProof>['data'];

/** The member's card link, and what others see there now; `set` takes the reply to a change. */
export function useProof() {
  const queries = useQueryClient();
  const own = useQuery({ queryKey: KEY, queryFn: async () => (await call(getProof)).data });
  const address = own.data?.address ?? undefined;
  const shown = useQuery({
    queryKey: [...KEY, address],
    queryFn: async () => (await call(checkProof, { token: tokenIn(address ?? '') })).data,
    enabled: address !== undefined,
  });
  return { own, address, shown, set: (data: Own) => queries.setQueryData(KEY, data) };
}

const tokenIn = (address: string): string => address.slice(address.indexOf('#') + 1);
