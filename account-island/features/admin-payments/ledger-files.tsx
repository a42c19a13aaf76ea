import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getLedgerFile, requestLedgerFile } from '#contract/ledger';
import { LEDGER_FILE_FORMATS, type LedgerFileFormat } from '#shared/ledger';
import { request } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { Notice } from '../../components/notice.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { errorSentence } from '../../text/errors.ts';
import { fileLabels, openFileLabel, ledgerMessages as texts } from '../../text/ledger.ts';

interface RequestedFile {
  id: string;
  format: LedgerFileFormat;
}

/** Has a file of the year made, and links to it. */
export function LedgerFiles({ year }: { year: string }) {
  const [file, setFile] = useState<RequestedFile>();
  const preparing = useAction(
    async (format: LedgerFileFormat) => ({
      id: (await request(requestLedgerFile, { year, format })).data.id,
      format,
    }),
    { onSuccess: setFile },
  );
  return (
    <>
      <p className="form__actions">
        {LEDGER_FILE_FORMATS.map((format) => (
          <Button
            key={format}
            kind="outline"
            isSmall
            isBusy={preparing.isBusy && preparing.input === format}
            onClick={() => preparing.start(format)}
          >
            {fileLabels[format]}
          </Button>
        ))}
      </p>
      {preparing.error ? (
        <Notice tone="danger" role="alert">
          {errorSentence(preparing.error, texts.requestFailed)}
        </Notice>
      ) : (
        file && <FileLink key={file.id} file={file} year={year} />
      )}
    </>
  );
}

const POLL_MS = 1500;
/** A link works for five minutes. */
const RENEW_MS = 4 * 60_000;

function FileLink({ file: { id, format }, year }: { file: RequestedFile; year: string }) {
  const { data, error } = useQuery({
    queryKey: ['ledger-file', id],
    queryFn: async () => (await request(getLedgerFile, { id })).data,
    refetchInterval: ({ state }) => (state.data?.url === undefined ? POLL_MS : RENEW_MS),
  });
  if (error)
    return (
      <Notice tone="danger" role="alert">
        {errorSentence(error, texts.requestFailed)}
      </Notice>
    );
  if (data?.url === undefined) return <Notice role="status">{texts.preparing}</Notice>;
  return (
    <Notice tone="success" role="status">
      <ExternalLink address={data.url}>{openFileLabel(year, format)}</ExternalLink>
    </Notice>
  );
}
