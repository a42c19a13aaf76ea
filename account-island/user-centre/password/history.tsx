import { useQuery } from '@tanstack/react-query';
import { getHistory } from '#contract/audit';
import { call } from '../../api/call.ts';
import { deskMessages as texts } from '../../text/desk-messages.ts';
import { AuditEntries } from '../../ui/audit-entries.tsx';
import { Failed } from '../../ui/failed.tsx';
import { sentenceOf } from '../../ui/sentence-of.ts';
import { Waiting } from '../../ui/waiting.tsx';

/** What administrators and operators did to the member's own row. */
export function History() {
  const history = useQuery({ queryKey: ['history'], queryFn: () => call(getHistory, {}) });
  if (history.isPending) return <Waiting label={texts.loadingLog} />;
  if (history.data === undefined) {
    return (
      <Failed
        message={sentenceOf(history.error, texts.loadFailed)}
        action="Try again"
        busy={history.isFetching}
        onAction={() => history.refetch()}
      />
    );
  }
  return <AuditEntries entries={history.data.data.entries} />;
}
