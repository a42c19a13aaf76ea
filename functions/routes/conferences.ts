import { getConferences } from '#contract/conferences';
import type { Conferences } from '../domain/conferences/conferences.ts';
import type { Registrar } from '../http/register.ts';

export function conferenceRoutes(on: Registrar, { conferences }: { conferences: Conferences }): void {
  on.guarded(getConferences, async ({ caller }) =>
    (await conferences.of(caller.member.uid)).map(({ link, ...record }) => ({
      ...record,
      ...(link !== '' && { link }),
    })),
  );
}
