import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getSegments, type Segment } from '#contract/member-lists';
import { request } from '../api/client.ts';

const SEGMENTS = ['segments'] as const;

/** The saved filters, and the conferences that members attended; none until they are loaded, and none if that fails. */
export function useSegments() {
  const { data } = useQuery({ queryKey: SEGMENTS, queryFn: async () => (await request(getSegments)).data });
  return { segments: data?.segments ?? [], conferences: data?.conferences ?? [] };
}

/** Takes over the list as saved by the server. */
export function useSetSegments(): (segments: Segment[]) => void {
  const client = useQueryClient();
  return (segments) =>
    client.setQueryData(SEGMENTS, (before: object | undefined) => before && { ...before, segments });
}
