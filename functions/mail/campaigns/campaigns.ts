import type { DeliveryStatus, MemberState, SuppressionReason } from '#shared/choices';
import type { Page } from '#shared/paging';
import type { AuditEntry } from '../../audit/audit.ts';
import type { TransactionalMail } from '../transactional/mail.ts';
import type { Campaign, Delivery, DeliveryCounts } from './campaign.ts';

/** One member as far as a mail to many needs them. */
export interface Recipient {
  uid: string;
  address: string;
  firstName: string;
  activeUntil: string;
  state: MemberState;
  emailVerified: boolean;
  announcements: boolean;
  /** Why no announcement goes to the address. */
  suppressedBecause: SuppressionReason | undefined;
}

export interface Recipients {
  /** By canonical address; those whom nobody has are missing. Any number of addresses. */
  byAddress(canonicalAddresses: readonly string[]): Promise<Map<string, Recipient>>;
  /** As they are at this moment, by uid. */
  byUid(uids: readonly string[]): Promise<Map<string, Recipient>>;
}

/** What an administrator's call does to mail: never sending, only rows. */
export interface Campaigns {
  /**
   * The mail, what tells others of it and its entry in the audit log, all or nothing. Where the same `once` was used since
   * `sinceIso`, nothing is written and the id of that mail comes back.
   */
  add(
    campaign: Campaign,
    with_: { once: string; sinceIso: string; notices: TransactionalMail[]; entry: AuditEntry },
  ): Promise<string>;
  /** The mail that this one stands for since then. */
  firstOf(once: string, sinceIso: string): Promise<string | undefined>;
  find(id: string): Promise<Campaign | undefined>;
  /** Newest first. */
  latest(limit: number, cursor?: string): Promise<Page<Campaign>>;
  copies(
    campaign: Campaign,
    wanted: {
      limit: number;
      cursor?: string | undefined;
      state?: DeliveryStatus | undefined;
      /** How the address begins. */
      search?: string | undefined;
    },
  ): Promise<Page<Delivery>>;
  /** Counted in the ledger itself. */
  count(campaign: Campaign): Promise<DeliveryCounts>;
  /** False where the mail is no longer in that state. */
  cancel(campaign: Campaign, now: Date, note: string, entry: AuditEntry): Promise<boolean>;
  hold(campaign: Campaign, note: string, entry: AuditEntry): Promise<boolean>;
  resume(campaign: Campaign, now: Date, entry: AuditEntry): Promise<boolean>;
}
