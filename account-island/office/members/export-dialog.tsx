import { useState } from 'react';
import { exportMembers } from '#contract/admin-members';
import type { RequestOf } from '#contract/endpoint';
import { EXPORT_COLUMN_NAMES, EXPORT_COLUMNS } from '#shared/export-columns';
import { request } from '../../api/client.ts';
import { exportedMembers, adminMessages as texts } from '../../text/admin-members.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { downloadFile } from '../../ui/download.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { MemberFilter } from './member-filters.tsx';

/** Chosen at first: what the list shows, without personal details that few exports need. */
const USUAL: readonly string[] = [
  ...['uid', 'firstName', 'lastName', 'email', 'category', 'type', 'status', 'activeUntil'],
  ...['affiliation', 'country'],
];

interface Props {
  filter: MemberFilter;
  /** Membership IDs; empty for all who match the filter. */
  selected: readonly string[];
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

/** Exports the members of the list with chosen columns, or the roll of a day. */
export function ExportDialog({ filter, selected, onDone, onCancel }: Props) {
  const [columns, setColumns] = useState<ReadonlySet<string>>(new Set(USUAL));
  const form = useForm<'activeOn'>({
    labels: { activeOn: texts.activeOn },
    submit: async (element) => {
      const activeOn = String(new FormData(element).get('activeOn') ?? '');
      const chosen = EXPORT_COLUMN_NAMES.filter((name) => columns.has(name));
      if (chosen.length === 0) return { notice: { tone: 'danger', text: texts.noColumns } };
      const input =
        selected.length > 0
          ? { activeOn, columns: chosen, uids: [...selected] }
          : { ...filter, activeOn, columns: chosen };
      const { members, ...file } = await makeExport(input);
      downloadFile(file);
      onDone(exportedMembers(members, file.fileName));
      return undefined;
    },
    errors: { fallback: texts.actionFailed },
  });
  const choose = (name: string, isChosen: boolean) =>
    setColumns(new Set(isChosen ? [...columns, name] : [...columns].filter((each) => each !== name)));
  return (
    <FormDialog
      title={texts.exportTitle}
      text={selected.length > 0 ? texts.exportSelectedText : texts.exportText}
      form={form}
      label={texts.export}
      busyLabel={texts.exporting}
      back="Cancel"
      onCancel={onCancel}
    >
      <fieldset className="field form__wide">
        <legend>{texts.columns}</legend>
        <div className="checkbox-columns">
          {Object.entries(EXPORT_COLUMNS).map(([name, label]) => (
            <label className="checkbox" key={name}>
              <input
                type="checkbox"
                checked={columns.has(name)}
                onChange={({ target }) => choose(name, target.checked)}
              />{' '}
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField {...form.field('activeOn')} type="date" wide hint={texts.activeOnHint} />
    </FormDialog>
  );
}

/** The link of the finished file, and its number of members. A large file takes several calls: each adds to it. */
async function makeExport(input: RequestOf<typeof exportMembers>) {
  let { next, ...made } = (await request(exportMembers, input)).data;
  while (next !== undefined) {
    const part = (await request(exportMembers, { ...input, cursor: next })).data;
    made = { ...part, members: made.members + part.members };
    next = part.next;
  }
  return made;
}
