import type { AccountAction } from '#shared/choices';
import type { CallSource, Runtime } from '../platform/runtime.ts';
import { type AuditEntry, auditEntry } from './audit.ts';

interface AccountEvent {
  action: AccountAction;
  uid: string;
  /** `anonymous` where no session says that it was the member. */
  by?: 'member' | 'anonymous';
  details?: Record<string, string>;
}

/** An entry about what somebody did to an account, to be written in the transaction that does it. */
export const accountEntry = (
  deps: Pick<Runtime, 'now' | 'randomBytes'>,
  { network, browser }: CallSource,
  { action, uid, by = 'member', details }: AccountEvent,
): AuditEntry =>
  auditEntry(deps, { actor: { by }, action, about: uid, details: { ...details, network, browser } });

/** Logs what the entry says, once it is written; addresses and names stay in the table. */
export const logAccountEntry = (
  { log }: Pick<Runtime, 'log'>,
  { action, about, actor, details }: AuditEntry,
): void =>
  log({
    level: 'info',
    event: 'account',
    action,
    uid: about,
    by: actor.by,
    network: details['network'],
  });
