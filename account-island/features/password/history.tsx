import { getHistory } from '#contract/audit';
import { call } from '../../api/client.ts';
import { AuditLog } from '../../components/audit-pages.tsx';

/** What happened to the member's own account, by themselves and by others. */
export const History = () => (
  <AuditLog own queryKey={['history']} ask={(from) => call(getHistory, { from })} />
);
