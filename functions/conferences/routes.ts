import { getConferences } from '#contract/conferences';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import type { ConferencesDeps } from './conference.ts';

export function conferenceRoutes(
  on: Router<Caller>,
  { conferenceRecords }: Pick<ConferencesDeps, 'conferenceRecords'>,
): void {
  on.guarded(getConferences, async ({ caller }) =>
    (await conferenceRecords.listRecords(caller.member.uid)).map(({ link, ...record }) => ({
      ...record,
      ...(link !== '' && { link }),
    })),
  );
}
