import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { changeImport, getImports, type ImportJob } from '#contract/imports';
import { request } from '../../api/client.ts';
import { useCursorPages } from '../../ui/use-cursor-pages.ts';
import { ADMIN_DATA } from '../../ui/use-member.ts';

type ImportsPage = z.output<typeof getImports.reply>['data'];

const IMPORTS = [...ADMIN_DATA, 'imports'] as const;
const POLL_MS = 2000;

const fetchPage = async (cursor?: string): Promise<ImportsPage> =>
  (await request(getImports, { cursor })).data;

/** While a worker is at one of them. */
const pollInterval = (page: ImportsPage | undefined): number | false =>
  (page?.items.some(({ isUnderWay }) => isUnderWay) ?? false) && POLL_MS;

/** One page of the list of imports. */
export const useImportPages = () => useCursorPages({ queryKey: IMPORTS, fetchPage });

/** The imports of the first page, read again and again while one of them is under way; undefined until they are read. */
export const useLatestImports = (): readonly ImportJob[] | undefined =>
  useQuery({
    queryKey: [...IMPORTS, { cursor: undefined }],
    queryFn: () => fetchPage(),
    refetchInterval: ({ state }) => pollInterval(state.data),
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
    const items = await fetchPage().then(
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
