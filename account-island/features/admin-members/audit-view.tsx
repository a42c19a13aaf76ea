import { useId, useState } from 'react';
import { getAudit } from '#contract/audit';
import { call } from '../../api/client.ts';
import { AuditLog } from '../../components/audit-pages.tsx';
import { thisMonth } from '../../text/today.ts';

/** The log of a month, the latest first. */
export function AuditView({ onOpen }: { onOpen: (uid: string) => void }) {
  const id = useId();
  const [month, setMonth] = useState(thisMonth);
  return (
    <>
      <div className="desk__filters desk__filters--two">
        <div className="field">
          <label htmlFor={id}>Month</label>
          <input
            className="in"
            id={id}
            type="month"
            value={month}
            onChange={({ target }) => target.value && setMonth(target.value)}
          />
        </div>
      </div>
      <AuditLog
        queryKey={['desk', 'audit', month]}
        ask={(from) => call(getAudit, { month, from })}
        onOpen={onOpen}
      />
    </>
  );
}
