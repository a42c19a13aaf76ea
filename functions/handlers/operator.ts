import { Uid } from '#shared/fields';
import { canonicalize } from '#shared/text';
import { type AdminDeps, markEmailVerified, setMemberRole, setMemberState } from '../admin/member-actions.ts';
import { discardQueuedMail, type QueuedMailDeps, sendQueuedMail } from '../admin/queued-mail.ts';
import { type AdminAction, createAuditEntry, OPERATOR } from '../audit/audit.ts';
import { type Attendance, addConferenceRecord } from '../conferences/conference.ts';
import { applyImport } from '../imports/apply-import.ts';
import { checkImport, type ImportFile, type ImportsDeps } from '../imports/check-import.ts';
import { importsRepository } from '../imports/repository.ts';
import { type SuppressionsDeps, suppressAddress } from '../mail/suppressions/suppression.ts';
import { queuedMailsRepository } from '../mail/transactional/repository.ts';
import type { Member } from '../members/member.ts';
import type { Members } from '../members/repository.ts';
import { grantTerm } from '../memberships/change-terms.ts';
import type { TermInput } from '../memberships/term.ts';
import { type BankTransfer, recordBankTransfer } from '../payments/bank-transfer.ts';
import { type Environment, FilesConfig, PepperConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { nameInLog } from '../platform/http/client-network.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { loadOnce } from '../platform/load-once.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { resetSecondFactor } from '../second-factor/set-up.ts';
import { DomainError } from '../shared/domain-error.ts';
import { openRepositories } from './dependencies.ts';

/** The member with this username or membership ID. @throws `username-not-found` */
export async function findMemberByName({ members }: { members: Members }, name: string): Promise<Member> {
  const text = name.trim();
  const [named, numbered] = await Promise.all([
    members.findMemberByUsername(canonicalize(text)),
    Uid.safeParse(text).success ? members.findMember(text) : undefined,
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
export function operatorActions(
  deps: AdminDeps & ImportsDeps & QueuedMailDeps & Pick<SuppressionsDeps, 'suppressions'>,
) {
  const findMember = (name: string) => findMemberByName(deps, name);
  /** Actions that only operators have ask for no reason. */
  const action = async (username: string, reason = ''): Promise<AdminAction> => ({
    actor: OPERATOR,
    uid: (await findMember(username)).uid,
    reason,
  });

  return {
    findMember,
    grantAdmin: async (username: string) => setMemberRole(deps, await action(username), 'administrator'),
    revokeAdmin: async (username: string) => setMemberRole(deps, await action(username), 'member'),
    disable: async (username: string, reason: string) =>
      setMemberState(deps, await action(username, reason), 'disabled'),
    enable: async (username: string, reason: string) =>
      setMemberState(deps, await action(username, reason), 'active'),
    markEmailVerified: async (username: string, reason = '') =>
      markEmailVerified(deps, await action(username, reason)),
    resetSecondFactor: async (username: string, reason: string) =>
      resetSecondFactor(deps, await action(username, reason)),
    grantTerm: async (username: string, input: TermInput, reason: string) =>
      grantTerm(deps, await action(username, reason), input),
    recordBankTransfer: async (username: string, transfer: BankTransfer, reason: string) =>
      recordBankTransfer(deps, await action(username, reason), transfer),
    addConferenceRecord: async (username: string, attendance: Attendance, reason: string) =>
      addConferenceRecord(deps, await action(username, reason), attendance),
    checkImport: (file: ImportFile) => checkImport(deps, OPERATOR, file),
    applyImport: (id: string) => applyImport(deps, OPERATOR, id),
    /** The longest waiting first; with `held`, those that wait for a person. */
    listQueuedMails: (held: boolean) => deps.queuedMails.listQueued(held),
    sendQueuedMail: (id: string) => sendQueuedMail(deps, OPERATOR, id),
    discardQueuedMail: (id: string, reason: string) => discardQueuedMail(deps, OPERATOR, id, reason),
    suppressAddress: (address: string, reason: string) => suppressAddress(deps, OPERATOR, address, reason),
    /** Before all data leaves in a file, a backup included. */
    recordExportOfEverything: (file: string) =>
      deps.audit.writeEntry(
        createAuditEntry(deps, { actor: OPERATOR, action: 'export-everything', details: { file } }),
      ),
  };
}

export function createOperator(
  environment: Environment,
  given: Partial<Runtime> = {},
  readPepper = async () => readConfig(PepperConfig, environment).PASSWORD_PEPPER,
) {
  const config = readConfig(FilesConfig, environment);
  const table = openTable(config.TABLE_NAME);
  // Only an import of members with passwords needs the pepper.
  const loadPasswords = loadOnce(async () => argon2PasswordHasher(await readPepper()));
  return operatorActions({
    ...openRepositories(table, { ...lambdaRuntime, ...given }),
    imports: importsRepository(table),
    queuedMails: queuedMailsRepository(table),
    files: s3Files(config.FILES_BUCKET),
    passwords: { hash: async (password) => (await loadPasswords()).hash(password) },
  });
}

export type Operator = ReturnType<typeof createOperator>;

/** The hash under which a stage's log shows a username, an email address or a network; undefined for a text that is none. */
export function logHash(mailKey: string, text: string): string | undefined {
  const name = nameInLog(text);
  return name === undefined ? undefined : hmacKeyedHash(mailKey).hashForLog(name);
}
