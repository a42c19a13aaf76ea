import { useState } from 'react';
import { Modal } from '../../../components/dialog.tsx';
import { SaidNote } from '../../../components/notice.tsx';
import { saveFile } from '../../../components/save-file.ts';
import type { Said } from '../../../text/errors.ts';
import { twoStepMessages as texts } from '../../../text/two-step.ts';

interface Props {
  codes: readonly string[];
  onEnd: () => void;
}

/** The recovery codes, which are shown once: only its last button closes the dialog. */
export function RecoveryCodes({ codes, onEnd }: Props) {
  const [said, setSaid] = useState<Said>();
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid({ tone: 'ok', text: texts.copied });
    } catch {
      setSaid({ tone: 'err', text: texts.notCopied });
    }
  };
  const download = () =>
    saveFile('recovery-codes.txt', `Asia Graphics Association, recovery codes\n\n${text}\n`, 'text/plain');
  return (
    <Modal title={texts.codesTitle} text={texts.codesText}>
      <ul className="recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <SaidNote said={said} />
      <div className="form__end">
        <button className="btn btn--line" type="button" onClick={copy}>
          Copy
        </button>
        <button className="btn btn--line" type="button" onClick={download}>
          Download
        </button>
        <button className="btn" type="button" onClick={onEnd}>
          I have saved them
        </button>
      </div>
    </Modal>
  );
}
