import { Uid } from '#shared/fields';
import { canonicalize } from '#shared/text';
import { resetSecondFactor } from '../account/set-up-second-factor.ts';
import {
  type AdminContext,
  markEmailVerified,
  setMemberRole,
  setMemberState,
} from '../admin/member-actions.ts';
import { discardQueuedMail, sendQueuedMail } from '../admin/queued-mail.ts';
import { type AdminAction, OPERATOR } from '../audit/audit.ts';
import { recordEntry } from '../audit/repository.ts';
import { type Attendance, addConferenceRecord } from '../conferences/conference.ts';
import { suppressAddress } from '../mail/suppressions/recipients.ts';
import { listQueuedMails } from '../mail/transactional/repository.ts';
import type { Member } from '../members/member.ts';
import { findMember, findMemberByUsername } from '../members/repository.ts';
import { grantTerm } from '../memberships/change-terms.ts';
import type { TermInput } from '../memberships/term.ts';
import { type BankTransfer, recordBankTransfer } from '../payments/bank-transfer.ts';
import { type Environment, readConfig, TableConfig } from '../platform/config.ts';
import type { WithTable } from '../platform/context.ts';
import { nameInLog } from '../platform/http/client-network.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { DomainError } from '../shared/domain-error.ts';

/** The member with this username or membership ID. @throws `username-not-found` */
export async function findMemberByName(context: WithTable, name: string): Promise<Member> {
  const text = name.trim();
  const [named, numbered] = await Promise.all([
    findMemberByUsername(context, canonicalize(text)),
    Uid.safeParse(text).success ? findMember(context, text) : undefined,
  ]);
  if (named && numbered && named.uid !== numbered.uid)
    throw new Error(`"${text}" is the username of one member and the membership ID of another.`);
  const member = named ?? numbered;
  if (!member) throw new DomainError('username-not-found');
  return member;
}

/**
 * What the command line does, and what prepares the local data, to an account by its username or membership ID.
 * @throws `username-not-found`, and the errors of the same action by an administrator
 */
export function operatorActions(context: AdminContext) {
  /** Actions that only operators have ask for no reason. */
  const action = async (username: string, reason = ''): Promise<AdminAction> => ({
    actor: OPERATOR,
    uid: (await findMemberByName(context, username)).uid,
    reason,
  });

  return {
    findMember: (name: string) => findMemberByName(context, name),
    grantAdmin: async (username: string) => setMemberRole(context, await action(username), 'administrator'),
    revokeAdmin: async (username: string) => setMemberRole(context, await action(username), 'member'),
    disable: async (username: string, reason: string) =>
      setMemberState(context, await action(username, reason), 'disabled'),
    enable: async (username: string, reason: string) =>
      setMemberState(context, await action(username, reason), 'active'),
    markEmailVerified: async (username: string, reason = '') =>
      markEmailVerified(context, await action(username, reason)),
    resetSecondFactor: async (username: string, reason: string) =>
      resetSecondFactor(context, await action(username, reason)),
    grantTerm: async (username: string, input: TermInput, reason: string) =>
      grantTerm(context, await action(username, reason), input),
    recordBankTransfer: async (username: string, transfer: BankTransfer, reason: string) =>
      recordBankTransfer(context, await action(username, reason), transfer),
    addConferenceRecord: async (username: string, attendance: Attendance, reason: string) =>
      addConferenceRecord(context, await action(username, reason), attendance),
    /** The longest waiting first; with `held`, those that wait for a person. */
    listQueuedMails: (held: boolean) => listQueuedMails(context, held),
    sendQueuedMail: (id: string) => sendQueuedMail(context, OPERATOR, id),
    discardQueuedMail: (id: string, reason: string) => discardQueuedMail(context, OPERATOR, id, reason),
    suppressAddress: (address: string, reason: string) => suppressAddress(context, OPERATOR, address, reason),
    /** Before all data leaves in a file, a backup included. */
    recordExportOfEverything: (file: string) =>
      recordEntry(context, { actor: OPERATOR, action: 'export-everything', details: { file } }),
  };
}

export function createOperator(environment: Environment, given: Partial<Runtime> = {}) {
  const table = openTable(readConfig(TableConfig, environment).TABLE_NAME);
  return operatorActions({ ...lambdaRuntime, ...given, table });
}

export type Operator = ReturnType<typeof createOperator>;

/** The hash under which a stage's log shows a username, an email address or a network; undefined for a text that is none. */
export function logHash(mailKey: string, text: string): string | undefined {
  const name = nameInLog(text);
  return name === undefined ? undefined : hmacKeyedHash(mailKey).hashForLog(name);
}
