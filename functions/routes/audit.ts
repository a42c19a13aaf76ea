import type * as z from 'zod/mini';
import * as contract from '#contract/audit';
import { type AuditPage, actorName } from '../domain/audit/audit.ts';
import type { DeskNeeds } from '../domain/desk/deed.ts';
import type { Registrar } from '../http/register.ts';
import { told } from '../http/told.ts';

const ENTRIES = 50;

/** Usernames of all who have an account, by uid. */
export const namesOf = async ({ directory }: Pick<DeskNeeds, 'directory'>) =>
  new Map((await directory.all()).map(({ uid, username }) => [uid, username]));

export function auditRoutes(on: Registrar, ports: Pick<DeskNeeds, 'audit' | 'directory'>): void {
  on.guarded(contract.getAudit, async ({ input: { month, from, uid } }) => {
    const page = await (uid === undefined
      ? ports.audit.ofMonth(month, ENTRIES, from)
      : ports.audit.about(uid, ENTRIES, from));
    return told(pageOf(page, await namesOf(ports)));
  });

  on.guarded(contract.getHistory, async ({ input, caller }) => {
    const { entries, ...page } = await ports.audit.about(caller.member.uid, ENTRIES, input.from);
    const masked = pageOf({ entries, ...page }).entries.map((entry) => ({
      ...entry,
      by: entry.by === 'operator' ? 'operator' : 'administrator',
    }));
    return told({ ...page, entries: masked });
  });
}

export const pageOf = (
  { entries, ...page }: AuditPage,
  names?: ReadonlyMap<string, string>,
): z.input<typeof contract.getAudit.reply>['data'] => ({
  ...page,
  entries: entries.map(({ actor, about, ...entry }) => ({
    ...entry,
    by: actorName(actor),
    ...(about !== undefined && { about: { uid: about, username: names?.get(about) } }),
  })),
});
