import type { MemberCategory } from '#shared/choices';
import { Uid } from '#shared/fields';
import { hongKongDate, monthOf } from '#shared/hong-kong';
import type { LedgerFileFormat } from '#shared/ledger';
import { everyPage } from '#shared/paging';
import { canonicalize } from '#shared/text';
import site from '../../content/site.json' with { type: 'json' };
import { type DeletionDeps, deleteMember } from '../account/delete-account.ts';
import { type AddedMember, addMember } from '../admin/add-member.ts';
import { editMember, type MemberEdit } from '../admin/edit-member.ts';
import { exportMembers, type MemberExport } from '../admin/export-members.ts';
import {
  type AdminDeps,
  inviteMember,
  markEmailVerified,
  setMemberCategory,
  setMemberRole,
  setMemberState,
} from '../admin/member-actions.ts';
import { loadViewedMember, type MemberDetails, viewMember } from '../admin/member-details.ts';
import { discardQueuedMail, type QueuedMailDeps, sendQueuedMail } from '../admin/queued-mail.ts';
import { type MemberFilter, searchMembers } from '../admin/search-members.ts';
import { type Segments, segmentsRepository } from '../admin/segment-repository.ts';
import { removeSegment, saveSegment } from '../admin/segments.ts';
import { type AdminAction, type AuditDetails, createAuditEntry, OPERATOR } from '../audit/audit.ts';
import type { AuditFilter } from '../audit/repository.ts';
import { type Attendance, addConferenceRecord, removeConferenceRecord } from '../conferences/conference.ts';
import { applyImport, cancelImport } from '../imports/apply-import.ts';
import {
  checkImport,
  findImportOrThrow,
  type ImportFile,
  type ImportsDeps,
} from '../imports/check-import.ts';
import { inviteMembers } from '../imports/invite-members.ts';
import { importsRepository } from '../imports/repository.ts';
import { campaignsRepository } from '../mail/campaigns/campaign-repository.ts';
import { deliveriesRepository } from '../mail/campaigns/delivery-repository.ts';
import { exportDeliveries } from '../mail/campaigns/list-deliveries.ts';
import {
  archiveCampaign,
  type CampaignAuthor,
  type CampaignStateDeps,
  cancelCampaign,
  getCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
} from '../mail/campaigns/manage-campaigns.ts';
import { listMemberEmails, type MemberEmailsDeps } from '../mail/campaigns/member-emails.ts';
import { messageStore } from '../mail/campaigns/message-store.ts';
import { type ResendDeps, resendCampaign } from '../mail/campaigns/resend-campaign.ts';
import {
  type SuppressionsDeps,
  suppressAddress,
  unsuppressAddress,
} from '../mail/suppressions/suppression.ts';
import { queuedMailsRepository } from '../mail/transactional/repository.ts';
import type { Member } from '../members/member.ts';
import type { Note, Notes } from '../members/note-repository.ts';
import { addNote, deleteNote } from '../members/notes.ts';
import { correctTerm, grantTerm, voidTerm } from '../memberships/change-terms.ts';
import type { TermInput } from '../memberships/term.ts';
import { type BankTransfer, recordBankTransfer } from '../payments/bank-transfer.ts';
import { correctBankTransfer, voidBankTransfer } from '../payments/correct-transfer.ts';
import { type Ledger, ledgerRepository } from '../payments/ledger-repository.ts';
import { openReceipt, type ReceiptDeps, sendReceipt } from '../payments/open-receipt.ts';
import { receiptFileKey } from '../payments/receipt.ts';
import { listPaymentsForReview, resolvePayment } from '../payments/review.ts';
import { sumYear } from '../payments/view-ledger.ts';
import { type Environment, OperatorConfig, PepperConfig, readConfig } from '../platform/config.ts';
import { type Files, s3Files } from '../platform/files.ts';
import { nameInLog } from '../platform/http/client-network.ts';
import { hmacKeyedHash } from '../platform/keyed-hash.ts';
import { loadOnce } from '../platform/load-once.ts';
import { argon2PasswordHasher } from '../platform/passwords.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';
import { resetSecondFactor } from '../second-factor/set-up.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type StatisticsRepository, statisticsRepository } from '../statistics/repository.ts';
import { openRepositories } from './dependencies.ts';

const isUid = (text: string): boolean => Uid.safeParse(text).success;
const AUTHOR: CampaignAuthor = { actor: OPERATOR, name: 'the system operator' };
const NOTES_PER_PAGE = 100;

/**
 * What an operator may do to an account, by its username or membership ID.
 * @throws `username-not-found`, and the errors of the same action by an administrator
 */
export function operatorActions(
  deps: AdminDeps &
    ImportsDeps &
    QueuedMailDeps &
    CampaignStateDeps &
    ResendDeps &
    ReceiptDeps &
    DeletionDeps &
    MemberEmailsDeps &
    Pick<SuppressionsDeps, 'suppressions'> & {
      ledger: Ledger;
      segments: Segments;
      notes: Notes;
      statistics: Pick<StatisticsRepository, 'read'>;
      files: Pick<Files, 'get'>;
    },
) {
  const findMember = async (name: string): Promise<Member> => {
    const text = name.trim();
    const [named, numbered] = await Promise.all([
      deps.members.findMemberByUsername(canonicalize(text)),
      isUid(text) ? deps.members.findMember(text) : undefined,
    ]);
    if (named && numbered && named.uid !== numbered.uid)
      throw new Error(`"${text}" is the username of one member and the membership ID of another.`);
    const member = named ?? numbered;
    if (!member) throw new DomainError('username-not-found');
    return member;
  };
  /** Receipts outlive the account, whose membership ID they keep. */
  const findUid = async (name: string): Promise<string> =>
    findMember(name)
      .then(({ uid }) => uid)
      .catch((cause: unknown) => {
        if (cause instanceof DomainError && isUid(name.trim())) return name.trim();
        throw cause;
      });
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
    editMember: async (username: string, edit: MemberEdit, reason: string) =>
      editMember(deps, await action(username, reason), edit),
    inviteMember: async (username: string, reason: string) =>
      inviteMember(deps, await action(username, reason)),
    deleteMember: async (name: string, reason: string) => {
      const { uid, username } = await findMember(name);
      await deleteMember(deps, { actor: OPERATOR, uid, reason }, username);
    },
    resetSecondFactor: async (username: string, reason: string) =>
      resetSecondFactor(deps, await action(username, reason)),
    setCategory: async (username: string, category: MemberCategory, reason: string) =>
      setMemberCategory(deps, await action(username, reason), category),
    grantTerm: async (username: string, input: TermInput, reason: string) =>
      grantTerm(deps, await action(username, reason), input),
    voidTerm: async (username: string, reference: string, reason: string) =>
      voidTerm(deps, await action(username, reason), reference),
    correctTerm: async (username: string, reference: string, input: TermInput, reason: string) =>
      correctTerm(deps, await action(username, reason), reference, input),
    recordBankTransfer: async (username: string, transfer: BankTransfer, reason: string) =>
      recordBankTransfer(deps, await action(username, reason), transfer),
    correctBankTransfer: async (
      username: string,
      paymentId: string,
      transfer: BankTransfer,
      reason: string,
    ) => correctBankTransfer(deps, await action(username, reason), paymentId, transfer),
    voidBankTransfer: async (
      username: string,
      transfer: Parameters<typeof voidBankTransfer>[2],
      reason: string,
    ) => voidBankTransfer(deps, await action(username, reason), transfer),
    addConferenceRecord: async (username: string, attendance: Attendance, reason: string) =>
      addConferenceRecord(deps, await action(username, reason), attendance),
    removeConferenceRecord: async (username: string, id: string, reason: string) =>
      removeConferenceRecord(deps, await action(username, reason), id),
    listHistory: async (username: string, limit: number) =>
      deps.audit.listForMember((await findMember(username)).uid, limit),
    addMember: (member: AddedMember) => addMember(deps, OPERATOR, member),
    searchMembers: (filter: MemberFilter) => searchMembers(deps, OPERATOR, filter),
    viewMember: async (username: string): Promise<MemberDetails> =>
      viewMember(deps, OPERATOR, (await findMember(username)).uid),
    listMemberEmails: async (username: string, limit: number, cursor?: string) => {
      const { uid } = await findMember(username);
      return listMemberEmails(deps, await loadViewedMember(deps, OPERATOR, uid), { limit, cursor });
    },
    listNotes: async (username: string): Promise<Note[]> => {
      const { uid } = await loadViewedMember(deps, OPERATOR, (await findMember(username)).uid);
      const notes: Note[] = [];
      const pages = everyPage((cursor) => deps.notes.listNotes(uid, NOTES_PER_PAGE, cursor));
      for await (const { items } of pages) notes.push(...items);
      return notes;
    },
    addNote: async (username: string, text: string) =>
      addNote(deps, OPERATOR, (await findMember(username)).uid, text),
    deleteNote: async (username: string, id: string) =>
      deleteNote(deps, OPERATOR, (await findMember(username)).uid, id),
    readStatistics: () => deps.statistics.read(),
    exportMembers: (filter: MemberExport) => exportMembers(deps, OPERATOR, filter),
    listConferences: () => deps.conferenceRecords.listConferences(),
    listSegments: () => deps.segments.listSegments(),
    saveSegment: (name: string, filter: MemberFilter) => saveSegment(deps, OPERATOR, { name, filter }),
    removeSegment: (name: string) => removeSegment(deps, OPERATOR, name),
    checkImport: (file: ImportFile) => checkImport(deps, OPERATOR, file),
    applyImport: (id: string) => applyImport(deps, OPERATOR, id),
    findImport: (id: string) => findImportOrThrow(deps, id),
    inviteMembers: (id: string, count: number) => inviteMembers(deps, OPERATOR, id, count),
    listImports: () => deps.imports.listImports(),
    cancelImport: (id: string, reason: string) => cancelImport(deps, OPERATOR, id, reason),
    /** The document as PDF; undefined while it is being made. */
    readReceipt: async (name: string, number: string): Promise<Uint8Array | undefined> => {
      const link = await openReceipt(deps, OPERATOR, await findUid(name), number);
      return link === undefined ? undefined : (await deps.files.get(receiptFileKey(number)))?.body;
    },
    sendReceipt: async (name: string, number: string) =>
      sendReceipt(deps, OPERATOR, (await findMember(name)).uid, number),
    /** `username` is absent where the payer is unknown, or has deleted the account. */
    listPaymentsForReview: async () => {
      const payments = await listPaymentsForReview(deps, OPERATOR);
      const names = await deps.members.findUsernames(payments.map(({ uid }) => uid));
      return payments.map((payment) => ({ ...payment, username: names.get(payment.uid ?? '') }));
    },
    viewYear: async (year: number) => {
      const details: AuditDetails = { period: String(year) };
      await deps.audit.writeEntry(
        createAuditEntry(deps, { actor: OPERATOR, action: 'view-ledger', details }),
      );
      return { cells: await sumYear(deps, year) };
    },
    exportYear: async (year: number, format: LedgerFileFormat): Promise<Uint8Array> => {
      const details: AuditDetails = { period: String(year), format: format.toUpperCase() };
      await deps.audit.writeEntry(
        createAuditEntry(deps, { actor: OPERATOR, action: 'export-ledger', details }),
      );
      // Only this command needs fonts and the writer of PDF.
      const { renderLedgerFile } = await import('../payments/make-ledger-files.ts');
      const issuer = { name: site.name, officialName: site.officialName };
      const file = { year, format, requestedAt: deps.now().toISOString() };
      return (await renderLedgerFile({ ...deps, issuer }, file)).body;
    },
    resolvePayment: (paymentId: string, reason: string) => resolvePayment(deps, OPERATOR, paymentId, reason),
    /** The longest waiting first; with `held`, those that wait for a person. */
    listQueuedMails: (held: boolean) => deps.queuedMails.listQueued(held),
    sendQueuedMail: (id: string) => sendQueuedMail(deps, OPERATOR, id),
    discardQueuedMail: (id: string, reason: string) => discardQueuedMail(deps, OPERATOR, id, reason),
    listCampaigns: (isArchived: boolean, limit: number, cursor?: string) =>
      listCampaigns(deps, { isArchived, limit, cursor }),
    getCampaign: (id: string) => getCampaign(deps, id),
    pauseCampaign: (id: string) => pauseCampaign(deps, AUTHOR, id),
    resumeCampaign: (id: string) => resumeCampaign(deps, AUTHOR, id),
    cancelCampaign: (id: string) => cancelCampaign(deps, AUTHOR, id),
    resendCampaign: (id: string) => resendCampaign(deps, id, AUTHOR),
    exportDeliveries: (id: string) => exportDeliveries(deps, OPERATOR, id),
    archiveCampaign: (id: string, isArchived: boolean) => archiveCampaign(deps, AUTHOR, id, isArchived),
    listSuppressions: (prefix: string, limit: number, cursor?: string) =>
      deps.suppressions.listSuppressions(prefix, limit, cursor),
    suppressAddress: (address: string, reason: string) => suppressAddress(deps, OPERATOR, address, reason),
    unsuppressAddress: (address: string, reason: string) =>
      unsuppressAddress(deps, OPERATOR, address, reason),
    /** Before all data leaves in a file, a backup included. */
    recordExportOfEverything: (file: string) =>
      deps.audit.writeEntry(
        createAuditEntry(deps, { actor: OPERATOR, action: 'export-everything', details: { file } }),
      ),
    /** Without a month, the present one. */
    listAudit: (month: string | undefined, limit: number, filter?: AuditFilter) =>
      deps.audit.listMonth(month ?? monthOf(hongKongDate(deps.now())), limit, { ...(filter && { filter }) }),
  };
}

export function createOperator(
  environment: Environment,
  given: Partial<Runtime> = {},
  readPepper = async () => readConfig(PepperConfig, environment).PASSWORD_PEPPER,
) {
  const runtime = { ...lambdaRuntime, ...given };
  const config = readConfig(OperatorConfig, environment);
  const table = openTable(config.TABLE_NAME);
  // Only an import of members with passwords needs the pepper.
  const loadPasswords = loadOnce(async () => argon2PasswordHasher(await readPepper()));
  const files = s3Files(config.FILES_BUCKET);
  return operatorActions({
    ...openRepositories(table, runtime),
    imports: importsRepository(table),
    queuedMails: queuedMailsRepository(table),
    files,
    campaigns: campaignsRepository(table),
    deliveries: deliveriesRepository(table),
    messages: messageStore(s3Files(config.MAIL_BUCKET)),
    segments: segmentsRepository(table),
    ledger: ledgerRepository(table),
    statistics: statisticsRepository(table),
    passwords: { hash: async (password) => (await loadPasswords()).hash(password) },
  });
}

export type Operator = ReturnType<typeof createOperator>;

/** The hash under which a stage's log shows a username, an email address or a network; undefined for a text that is none. */
export function logHash(mailKey: string, text: string): string | undefined {
  const name = nameInLog(text);
  return name === undefined ? undefined : hmacKeyedHash(mailKey).hashForLog(name);
}
