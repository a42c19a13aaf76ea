import { getArchive, verifyArchivePassword, verifyArchiveToken } from '#contract/archive';
import { type OpenArchiveNeeds, openArchive } from '../domain/archive/open-archive.ts';
import { type ReadArchiveNeeds, readArchive } from '../domain/archive/read-archive.ts';
import type { Registrar } from '../http/register.ts';

export function archiveRoutes(on: Registrar, ports: OpenArchiveNeeds & ReadArchiveNeeds): void {
  on.open(verifyArchivePassword, async ({ input, network }) => {
    const token = await openArchive(ports, input.password, network);
    return token === undefined
      ? { code: 0 as const, msg: 'Incorrect password, please try again' }
      : { code: 1 as const, token };
  });

  on.archive(verifyArchiveToken, async () => ({ code: 1 as const, valid: true as const }));

  on.archive(getArchive, async () => ({ code: 1 as const, data: await readArchive(ports) }));
}
