import { getConferences } from '#contract/conferences';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import type { Conferences } from './conference.ts';

export function conferenceRoutes(on: Router<Caller>, { conferences }: { conferences: Conferences }): void {
  on.guarded(getConferences, async ({ caller }) =>
    (await conferences.of(caller.member.uid)).map(({ link, ...record }) => ({
      ...record,
      ...(link !== '' && { link }),
    })),
  );
}
