import { useMutation } from '@tanstack/react-query';
import { exportMail } from '#contract/outbox';
import { call } from '../../../api/client.ts';
import type { Said } from '../../../components/notice.tsx';
import { saveFile } from '../../../components/save-file.ts';
import { outboxMessages as texts } from '../../../text/admin-campaigns.ts';
import { ruleOr } from '../../../text/rule-or.ts';

interface Props {
  id: string;
  onSaid: (said: Said) => void;
}

/** The whole ledger as a file, with the mark by which spreadsheets know UTF-8. */
export function ExportButton({ id, onSaid }: Props) {
  const take = useMutation({
    mutationFn: async () => (await call(exportMail, { id })).data,
    onSuccess: ({ fileName, csv }) => {
      saveFile(fileName, `\ufeff${csv}`, 'text/csv');
      onSaid({ tone: 'ok', text: texts.exported });
    },
    onError: (error) => onSaid({ tone: 'err', text: ruleOr(error, texts.notDone) }),
    networkMode: 'always',
  });
  return (
    <button
      className="btn btn--line btn--sm"
      type="button"
      aria-busy={take.isPending || undefined}
      onClick={() => take.isPending || take.mutate()}
    >
      Export as CSV
    </button>
  );
}
