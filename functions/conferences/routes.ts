import { getConferences } from '#contract/conferences';
import type { Caller } from '../members/member.ts';
import type { WithTable } from '../platform/context.ts';
import type { Router } from '../platform/http/router.ts';
import { listConferenceRecords } from './conference.ts';

export function conferenceRoutes(on: Router<Caller>, context: WithTable): void {
  on.guarded(getConferences, async ({ caller }) =>
    (await listConferenceRecords(context, caller.member.uid)).map(({ link, ...record }) => ({
      ...record,
      ...(link !== '' && { link }),
    })),
  );
}
