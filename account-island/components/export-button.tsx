import { useAction } from '../hooks/use-action.ts';
import { adminMessages as texts } from '../text/admin-members.ts';
import type { NoticeMessage } from '../text/errors.ts';
import { saveFile } from './save-file.ts';

interface Props {
  load: () => Promise<{ data: { fileName: string; csv: string } }>;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** Downloads a CSV file, with the byte order mark by which spreadsheets recognise UTF-8. */
export function ExportButton({ load, onNotice }: Props) {
  const download = useAction(
    async () => {
      const { fileName, csv } = (await load()).data;
      saveFile(fileName, `\ufeff${csv}`, 'text/csv');
    },
    { failed: texts.actionFailed, done: () => texts.exported, onNotice },
  );
  return (
    <button
      className="btn btn--outline btn--small"
      type="button"
      aria-busy={download.isBusy || undefined}
      onClick={() => download.start()}
    >
      Export as CSV
    </button>
  );
}
