import { exportMembers } from '#contract/admin-members';
import { EXPORT_COLUMN_NAMES, EXPORT_COLUMNS } from '#shared/export-columns';
import { request } from '../../api/client.ts';
import { adminMessages as texts } from '../../text/admin-members.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { downloadFile } from '../../ui/download.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import type { MemberFilter } from './member-filter.tsx';

/** Chosen at first: what the list shows, without personal details that few exports need. */
const USUAL: readonly string[] = [
  ...['uid', 'firstName', 'lastName', 'email', 'category', 'type', 'status', 'activeUntil'],
  ...['affiliation', 'country'],
];

interface Props {
  filter: MemberFilter;
  /** Membership IDs; empty for all who match the filter. */
  selected: readonly string[];
  /** Gets the sentence about what was done; undefined if nothing was. */
  onEnd: (sentence?: string) => void;
}

/** Exports the members of the list with chosen columns, or the roll of a day. */
export const ExportDialog = ({ filter, selected, onEnd }: Props) => (
  <ActionDialog
    title={texts.exportTitle}
    text={selected.length > 0 ? texts.exportSelectedText : texts.exportText}
    label={texts.export}
    busyLabel={texts.exporting}
    labels={{ columns: texts.columns, activeOn: texts.activeOn }}
    reasonHint={false}
    request={{
      schema: exportMembers.request,
      read: (text) => ({
        ...(selected.length > 0 ? { uids: selected } : filter),
        activeOn: text('activeOn'),
        columns: EXPORT_COLUMN_NAMES.filter((name) => text(`column-${name}`) === 'on'),
      }),
    }}
    run={async (input) => {
      const { members, ...file } = (await request(exportMembers, input)).data;
      downloadFile(file);
      return texts.exportedMembers(members, file.fileName);
    }}
    onEnd={onEnd}
  >
    {(field) => (
      <>
        <fieldset className="field form__wide">
          <legend>{texts.columns}</legend>
          <div className="checkbox-columns">
            {Object.entries(EXPORT_COLUMNS).map(([name, label]) => (
              <label className="checkbox" key={name}>
                <input type="checkbox" name={`column-${name}`} defaultChecked={USUAL.includes(name)} />{' '}
                {label}
              </label>
            ))}
          </div>
          <FieldError>{field('columns').error}</FieldError>
        </fieldset>
        <TextField {...field('activeOn')} type="date" wide hint={texts.activeOnHint} />
      </>
    )}
  </ActionDialog>
);
