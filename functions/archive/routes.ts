import { getArchive, verifyArchivePassword, verifyArchiveToken } from '#contract/archive';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { type ArchiveContext, listArchive, openArchive } from './archive.ts';

export function archiveRoutes(on: Router<Caller>, context: ArchiveContext): void {
  on.open(verifyArchivePassword, async ({ input, network }) => {
    const token = await openArchive(context, input.password, network);
    return token === undefined
      ? { code: 0 as const, msg: 'Incorrect password, please try again' }
      : { code: 1 as const, token };
  });

  on.open(verifyArchiveToken, async () => ({ code: 1 as const, valid: true as const }));

  on.open(getArchive, async () => ({ code: 1 as const, data: await listArchive(context) }));
}
