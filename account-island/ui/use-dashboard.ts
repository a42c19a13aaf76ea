import { useQuery } from '@tanstack/react-query';
import { getDashboard } from '#contract/statistics';
import { request } from '../api/client.ts';
import { ADMIN_DATA } from './use-member.ts';

/** What waits for a person, and the latest count. */
export const useDashboard = () =>
  useQuery({
    queryKey: [...ADMIN_DATA, 'dashboard'],
    queryFn: async () => (await request(getDashboard)).data,
  });
