import { getHistory } from '#contract/audit';
import { call } from '../../api/call.ts';
import { AuditLog } from '../../ui/audit-log.tsx';

/** What administrators and operators did to the member's own row. */
export const History = () => <AuditLog queryKey={['history']} ask={(from) => call(getHistory, { from })} />;
