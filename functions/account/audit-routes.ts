import type * as z from 'zod/mini';
import * as contract from '#contract/audit';
import type { DeskDeps } from '../admin/admin-action.ts';
import { actorRole } from '../audit/audit.ts';
import type { AuditPage } from '../audit/repository.ts';
import type { Caller } from '../members/member.ts';
import type { Router } from '../platform/http/router.ts';
import { ok } from '../platform/http/router.ts';

const ENTRIES = 50;

/** Usernames of all who have an account, by uid. */
export const usernamesByUid = async ({ directory }: Pick<DeskDeps, 'directory'>) =>
  new Map((await directory.all()).map(({ uid, username }) => [uid, username]));

export function auditRoutes(on: Router<Caller>, deps: Pick<DeskDeps, 'audit' | 'directory'>): void {
  on.guarded(contract.getAudit, async ({ input: { month, cursor, uid } }) => {
    const page = await (uid === undefined
      ? deps.audit.listMonth(month, ENTRIES, cursor)
      : deps.audit.listForMember(uid, ENTRIES, cursor));
    return ok(pageOf(page, { names: await usernamesByUid(deps) }));
  });

  on.guarded(contract.getHistory, async ({ input, caller }) => {
    const page = await deps.audit.listForMember(caller.member.uid, ENTRIES, input.cursor);
    return ok(pageOf(page, { namesAdministrators: false }));
  });
}

export const pageOf = (
  { entries, ...page }: AuditPage,
  {
    namesAdministrators = true,
    names,
  }: { namesAdministrators?: boolean; names?: ReadonlyMap<string, string> } = {},
): z.input<typeof contract.getAudit.reply>['data'] => ({
  ...page,
  items: entries.map(({ actor, about, ...entry }) => ({
    ...entry,
    by: actorRole(actor),
    ...(namesAdministrators && actor.by === 'person' && { administrator: actor.username }),
    ...(about !== undefined && { about: { uid: about, username: names?.get(about) } }),
  })),
});
