import type { DeliveryState } from '#shared/choices';
import type { Campaign, Delivery, DeliveryCounts } from './campaign.ts';
import type { MessageContent } from './message-content.ts';

/** What the worker does to mail. One worker at a time holds a mail: `owner` names it, and every write asks for it. */
export interface Road {
  /** Ids of mail with work left whose turn it is, the longest waiting first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Undefined where another worker holds it, or nothing is left to do. */
  take(id: string, owner: string, now: Date, leaseUntil: Date): Promise<Campaign | undefined>;
  /** False where the mail is no longer this worker's. */
  keep(id: string, owner: string, leaseUntil: Date): Promise<boolean>;
  /** Looked at again then. */
  leave(id: string, owner: string, dueAt: Date): Promise<void>;
  /** Never looked at again: nothing is left to do. */
  end(id: string, owner: string, counts: DeliveryCounts): Promise<void>;
  /** Writes down the copies that are not written down yet. */
  insertDeliveries(campaign: Campaign, recipients: MessageContent['recipients']): Promise<void>;
  /** False where somebody stopped it meanwhile. */
  move(
    id: string,
    owner: string,
    from: Campaign['state'],
    to: Campaign['state'],
    now: Date,
    note?: string,
  ): Promise<boolean>;
  /** Copies behind the cursor, in the ledger's order. */
  after(id: string, cursor: string | undefined, limit: number): Promise<Delivery[]>;
  /** Claims all copies up to `to` in one write; false where the mail was stopped or taken away. */
  claim(id: string, owner: string, to: string, finished: number): Promise<boolean>;
  /** Every copy. */
  ledger(id: string): AsyncIterable<Delivery>;
  /** False where the copy is in none of the states `from`: somebody knew more. */
  settle(
    id: string,
    place: string,
    from: readonly DeliveryState[],
    to: DeliveryState,
    now: Date,
    details?: { messageId?: string; reason?: string; leaseUntil?: Date },
  ): Promise<boolean>;
}

/** The account's rate, shared by all that send to many. A code does not wait behind them: SES lets a moment's excess pass. */
export interface Pace {
  /** The instant at which the first of so many may leave; the others follow at equal distances. */
  reserve(count: number, perSecond: number, now: Date): Promise<Date>;
}
