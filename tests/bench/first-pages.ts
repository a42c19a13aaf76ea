import { EXPORT_COLUMN_NAMES, type ExportColumn } from '#shared/export-columns';
import { type ExportPosition, exportPart } from '../../functions/admin/export-members.ts';
import { listRecipients } from '../../functions/admin/list-recipients.ts';
import { listMembers } from '../../functions/admin/search-members.ts';
import { memberRow } from '../../functions/members/repository.ts';
import { writeRows } from '../../functions/platform/table/rows.ts';
import { keys } from '../../functions/platform/table/schema.ts';
import { requestLimit } from '../../functions/platform/time-limits.ts';
import { member } from '../support/api/make.ts';
import { memoryFiles } from '../support/api/stored-files.ts';
import { sized } from '../support/sizes.ts';
import { type Figure, figure } from './figures.ts';
import { bunny, fill, measured, onTable } from './on-table.ts';

/** The first page of the members and of the recipient picker, and the export of all members, by size of the association. */

const SIZES = [10_000, sized(100_000, 1_000_000)];
const VIEWS = 9;
/** Beyond this, an export takes minutes. */
const LARGEST_EXPORT = 100_000;
const administrator = member({ uid: '10000000' });
const actor = { by: 'person', uid: administrator.uid, username: administrator.username } as const;

export async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of SIZES) figures.push(...(await measureAt(size)));
  return figures;
}

const measureAt = (size: number) =>
  onTable(async (deps): Promise<Figure[]> => {
    // The count of a night before, by which a process knows that the association is large.
    const none = { ordinary: 0, 'institutional-contact': 0, fellow: 0, student: 0, honorary: 0 };
    const count = { year: 2026, statuses: { registered: size, active: 0, expired: 0 }, categories: none };
    await writeRows(deps.table, [{ ...keys.yearOfMembers(2026), ...count, isFromTerms: false }]);
    await fill(deps.table, size, (number) => [memberRow(bunny(number))]);

    const query = { page: 1, limit: 10, search: '', status: 'all' } as const;
    const list = () => listMembers(deps, actor, { search: '' }, { cursor: undefined, limit: 20 });
    const pick = () => listRecipients(deps, administrator, query);
    const find = () => listRecipients(deps, administrator, { ...query, search: `bunny-${size - 1}` });
    const label = `${size.toLocaleString('en')} members`;
    const first = await measured(list);
    const figures = [figure(`${label}: members, first call of a process`, first.elapsed, 'ms')];
    for (const [what, run] of Object.entries({
      'members, a page': list,
      'picker, first page': pick,
      'picker, a search': find,
    })) {
      const { elapsed, reads } = await measured(run, VIEWS);
      const bound = size > 20_000 || run === pick ? { atMost: 100 } : {};
      figures.push(figure(`${label}: ${what}`, elapsed, 'ms', bound));
      figures.push(figure(`${label}: ${what}, read units`, reads, 'times'));
    }
    if (size > LARGEST_EXPORT) return figures;
    for (const [what, columns] of Object.entries({
      'columns of the list': [],
      'all columns': EXPORT_COLUMN_NAMES,
    })) {
      const calls = await exportAll({ ...deps, files: memoryFiles() }, columns);
      const name = `${label}: export, ${what}`;
      const total = calls.reduce((sum, each) => sum + each);
      figures.push(figure(name, total, 'ms'));
      figures.push(figure(`${name}, calls`, calls.length, 'times'));
      figures.push(
        figure(`${name}, longest call`, Math.max(...calls), 'ms', { atMost: requestLimit.limitMs }),
      );
    }
    return figures;
  });

/** The times of the calls by which the page makes the file. */
async function exportAll(
  deps: Parameters<typeof exportPart>[0],
  columns: readonly ExportColumn[],
): Promise<number[]> {
  const times: number[] = [];
  let next: ExportPosition | undefined;
  do {
    const { elapsed } = await measured(async () => {
      ({ next } = await exportPart(deps, actor, { search: '', columns }, next));
    });
    times.push(elapsed);
  } while (next !== undefined);
  return times;
}
