import { useId, useState } from 'react';
import type { ImportJob } from '#contract/imports';
import { importKinds, deskMessages as texts } from '../../text/admin-members.ts';

type Kind = ImportJob['kind'];

interface Props {
  busy: boolean;
  onChoose: (kind: Kind, file: File) => void;
}

/** What a file lists, and the file; the same one can be chosen again. */
export function ImportChoice({ busy, onChoose }: Props) {
  const id = useId();
  const [kind, setKind] = useState<Kind>('members');
  return (
    <div className="desk__filters desk__filters--two">
      <div className="field">
        <label htmlFor={`${id}kind`}>What the file lists</label>
        <select
          className="in"
          id={`${id}kind`}
          value={kind}
          disabled={busy}
          onChange={({ target }) => setKind(target.value === 'attendance' ? 'attendance' : 'members')}
        >
          {Object.entries(importKinds).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}file`}>File</label>
        <input
          className="in"
          id={`${id}file`}
          type="file"
          accept=".csv,text/csv"
          disabled={busy}
          aria-describedby={`${id}hint`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            if (file) onChoose(kind, file);
          }}
        />
        <p className="hint" id={`${id}hint`}>
          {texts.fileHint}
        </p>
      </div>
    </div>
  );
}
