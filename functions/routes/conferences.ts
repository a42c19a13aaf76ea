import { getConferences } from '#contract/conferences';
import type { Conferences } from '../domain/conferences/conferences.ts';
import type { Router } from '../http/register.ts';

export function conferenceRoutes(on: Router, { conferences }: { conferences: Conferences }): void {
  on.guarded(getConferences, async ({ caller }) =>
    (await conferences.of(caller.member.uid)).map(({ link, ...record }) => ({
      ...record,
      ...(link !== '' && { link }),
    })),
  );
}
