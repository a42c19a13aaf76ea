import { useQuery } from '@tanstack/react-query';
import { checkAdmin } from '../api/check-admin.ts';
import { ADMIN_KEY } from '../hooks/use-member.ts';

/** Whether the member is an administrator who may use the administrators' pages: `data` is undefined as long as the server has not said so. */
export const useAdminCheck = () => useQuery({ queryKey: ADMIN_KEY, queryFn: checkAdmin });
