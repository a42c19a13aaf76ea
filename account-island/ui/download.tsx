import { adminMessages as texts } from '../text/admin-members.ts';
import type { NoticeMessage } from '../text/errors.ts';
import { Button } from './button.tsx';
import { useAction } from './use-action.ts';

export interface FileLink {
  fileName: string;
  url: string;
}

interface Props {
  load: () => Promise<{ data: FileLink }>;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

/** Makes a file on the server and downloads it. */
export function ExportButton({ load, onNotice }: Props) {
  const download = useAction(
    async () => {
      downloadFile((await load()).data);
    },
    { failed: texts.actionFailed, done: () => texts.exported, onNotice },
  );
  return (
    <Button kind="outline" isSmall isBusy={download.isBusy} onClick={() => download.start()}>
      Export as CSV
    </Button>
  );
}

/** Downloads a file by its link. S3 sends its files as attachments, so the page stays. */
export function downloadFile({ fileName, url }: FileLink): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Downloads a CSV file, with the byte order mark by which spreadsheets recognise UTF-8. */
export const saveCsv = (name: string, csv: string): void => saveFile(name, `\ufeff${csv}`, 'text/csv');

/** Safari may begin to read a file only some time after the click. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  downloadFile({ fileName: name, url: address });
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
