import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { changeImport, getImports, type ImportJob } from '#contract/imports';
import { request } from '../../api/client.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';

export const IMPORTS = [...ADMIN_DATA, 'imports'] as const;
const POLL_MS = 2000;

/** A page of the list of imports. */
export const fetchImports = async (cursor?: string) => (await request(getImports, { cursor })).data;

/** The imports of the first page, read again and again while one of them is under way; undefined until they are read. */
export const useLatestImports = (): readonly ImportJob[] | undefined =>
  useQuery({
    queryKey: [...IMPORTS, { cursor: undefined }],
    queryFn: () => fetchImports(),
    refetchInterval: ({ state }) =>
      (state.data?.items.some(({ isUnderWay }) => isUnderWay) ?? false) && POLL_MS,
  }).data?.items;

type Change = Extract<z.input<typeof changeImport.request>, { action: 'start' | 'invite' }>;

/** Changes an import. After an error it is read again: if it is as wanted, only the reply was lost. */
export async function changeImportOnce(
  input: Change,
  isWanted: (job: ImportJob) => boolean,
): Promise<ImportJob | undefined> {
  try {
    return (await request(changeImport, input)).data.job;
  } catch (error) {
    const items = await fetchImports().then(
      (page) => page.items,
      () => [],
    );
    const now = items.find(({ id }) => id === input.id);
    if (now && isWanted(now)) return now;
    throw error;
  }
}

/** Whether rows are left to import or to cancel. */
export const isUnfinished = ({ state }: ImportJob): boolean => state === 'checked' || state === 'applying';
