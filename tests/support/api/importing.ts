import type { ImportJob, ImportReport } from '../../../functions/contract/imports.ts';
import { findSilentImports, workOnImport } from '../../../functions/imports/work-on-imports.ts';
import { walkDirectory } from '../../../functions/members/repository.ts';
import { startAdministered } from './signed-in.ts';

/** An administrator with lists to import, and the worker that imports them. */
export async function startImporting() {
  const api = await startAdministered();
  const { token } = api;
  const queued: string[] = [];
  api.context.importQueue.send = async (ids) => void queued.push(...ids);
  const worker = { ...api.grantedTo('continue-imports'), passwords: api.context.passwords };
  const change = async (input: object) =>
    (await api.post('/admin/imports', input, { token })).body.data?.job as ImportJob | undefined;
  const find = async (id: string): Promise<ImportJob | undefined> =>
    (await api.get('/admin/imports', { token })).body.data.items.find((job: ImportJob) => job.id === id);
  /** One run of the worker, for the next import of the queue. */
  const workOnce = async (seconds = 285) => {
    const id = queued.shift();
    if (id === undefined) return;
    queued.push(...(await workOnImport(worker, id, new Date(api.time.now.getTime() + seconds * 1000))));
  };
  /** As many runs as there is work. */
  const work = async () => {
    while (queued.length > 0) await workOnce();
  };
  return {
    ...api,
    /** The imports that the worker is to take up, by their IDs. */
    queued,
    worker,
    workOnce,
    work,
    /** The minute's sweep. */
    sweep: async () => void queued.push(...(await findSilentImports(worker))),
    find,
    start: (id: string) => change({ action: 'start', id }),
    /** The report, with the import if there is one. */
    check: async (text: string, kind = 'members', options: object = {}) => {
      const input = { action: 'check', kind, fileName: 'list.csv', text, ...options };
      const { job, report } = (await api.post('/admin/imports', input, { token })).body.data;
      return { ...report, job };
    },
    /** Starts an import and works to its end. */
    apply: async (id: string) => {
      await change({ action: 'start', id });
      await work();
      return find(id);
    },
    usernames: async () =>
      (await Array.fromAsync(walkDirectory(api.context))).map(({ username }) => username).sort(),
  };
}

export const HEADER = 'Email,First name,Last name,Category,Membership type,Membership start,Membership end';
export const TWO_MEMBERS = [
  HEADER,
  'bunny@stanford.example,Stanford,Bunny,Fellow,professional,2026-01-01,2027-01-01',
  '"dragon@stanford.example",Stanford,"Dragon, XYZ",,,,',
].join('\n');

/** What will be done with each row: `2 add bunny@stanford.example: Stanford Bunny`. */
export const plansOf = ({ outcomes }: Pick<ImportReport, 'outcomes'>): string[] =>
  outcomes.flatMap(({ outcome, rows }) =>
    rows.map(({ row, who, details }) => `${row} ${outcome} ${who}: ${details}`),
  );

/** The errors of a file with their rows and columns: `2, 4-6 email: Enter a valid email address.`. */
export const rowErrorsOf = ({ errors }: Pick<ImportReport, 'errors'>): string[] =>
  errors.map(({ ranges, column, message }) => {
    const lines = ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`));
    return `${lines.join(', ')} ${column}: ${message}`;
  });

/** The call of the table by which the worker records a batch and its position. */
export const POSITION = /^TransactWriteItems .*"IMPORT".*"IMPORT-WORKER"/;
