import { useQuery } from '@tanstack/react-query';
import { getMembership } from '#contract/membership';
import { request } from '../../api/client.ts';
import { useMember } from '../../ui/use-member.ts';

/** The member's records and payments. */
export function useMembership() {
  // The payment options depend on it.
  const { emailVerified } = useMember();
  return useQuery({ queryKey: ['membership', emailVerified], queryFn: () => request(getMembership) });
}
