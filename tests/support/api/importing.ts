import type { ImportReport } from '../../../functions/contract/imports.ts';
import { walkDirectory } from '../../../functions/members/repository.ts';
import { startAdministered } from './signed-in.ts';

/** An administrator with lists to import. */
export async function startImporting() {
  const api = await startAdministered();
  const { token } = api;
  return {
    ...api,
    /** The report, with the import if there is one. */
    check: async (text: string, kind = 'members', options: object = {}) => {
      const input = { action: 'check', kind, fileName: 'list.csv', text, ...options };
      const { job, report } = (await api.post('/admin/imports', input, { token })).body.data;
      return { ...report, job };
    },
    apply: async (id: string) =>
      (await api.post('/admin/imports', { action: 'apply', id }, { token })).body.data.job,
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
