import { twoStepMessages as texts } from '../../text/two-step.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/download.tsx';
import { ResultNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';

interface Props {
  codes: readonly string[];
  onEnd: () => void;
}

/** The recovery codes, which are shown only once: the dialog closes only by its last button. */
export function RecoveryCodes({ codes, onEnd }: Props) {
  const text = codes.join('\n');
  const copy = useAction(async () => navigator.clipboard.writeText(text), {
    done: () => texts.copied,
    failed: () => texts.notCopied,
  });
  const download = () =>
    saveFile('recovery-codes.txt', `Asia Graphics Association, recovery codes\n\n${text}\n`, 'text/plain');
  return (
    <Dialog title={texts.codesTitle} text={texts.codesText}>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ResultNotice notice={copy.notice} />
      <div className="form__actions">
        <Button kind="outline" onClick={() => copy.start()}>
          Copy
        </Button>
        <Button kind="outline" onClick={download}>
          Download
        </Button>
        <Button onClick={onEnd}>I have saved them</Button>
      </div>
    </Dialog>
  );
}
