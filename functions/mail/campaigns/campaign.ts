import {
  type CampaignState,
  DELIVERY_STATES,
  type DeliveryState,
  type DeliveryStatus,
} from '#shared/choices';

export interface AttachmentInfo {
  name: string;
  size: number;
}

/** A mail to many members, from the moment it is taken until the last copy is accounted for. */
export interface Campaign {
  /** 32 hex digits. */
  id: string;
  subject: string;
  senderUid: string;
  /** First and last name. */
  senderName: string;
  state: CampaignState;
  /** ISO 8601, UTC, like all instants here. */
  createdAt: string;
  /** Not sent before. */
  sendAt: string;
  endedAt?: string | undefined;
  /** Copies that there must be. */
  total: number;
  /** Copies that no longer wait, as the worker last counted. */
  finished: number;
  bounced: number;
  complained: number;
  /** Copies that did not go out, once the mail has ended. */
  failed?: number | undefined;
  unknown?: number | undefined;
  suppressed?: number | undefined;
  /** What stood here when an administrator last let it go on: that much is forgiven. */
  countsAtResume?: Pick<Campaign, 'finished' | 'bounced' | 'complained'> | undefined;
  attachments: AttachmentInfo[];
  /** Why it paused or ended early. */
  note?: string | undefined;
  resendOf?: string | undefined;
  resentAs?: string | undefined;
  /** One copy to its own sender, whatever they wish; not listed. */
  isTest?: boolean | undefined;
  /** The place in the ledger up to which copies were claimed; absent before the first. */
  cursor?: string | undefined;
}

export type DeliveryCounts = Record<DeliveryStatus, number>;

/** One member's copy in the ledger. */
export interface Delivery {
  address: string;
  uid: string;
  state: DeliveryState;
  /** Where it lies in the ledger's order. */
  place: string;
  leaseUntil?: string | undefined;
  messageId?: string | undefined;
  reason?: string | undefined;
  /** When it came into a state. */
  times: Partial<Record<DeliveryState, string>>;
}

/** A copy as an administrator sees it, by what became of its mail. */
export function deliveryStatus(
  { state, place }: Pick<Delivery, 'state' | 'place'>,
  campaign: Pick<Campaign, 'state' | 'cursor'>,
): DeliveryStatus {
  if (state !== 'pending' && state !== 'retry') return state;
  if (state === 'pending' && campaign.cursor !== undefined && place <= campaign.cursor) return 'sending';
  return campaign.state === 'cancelled' ? 'cancelled' : 'waiting';
}

export const emptyCounts = (): DeliveryCounts => ({
  waiting: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  failed: 0,
  suppressed: 0,
  unknown: 0,
  cancelled: 0,
});

/** Copies that are accounted for. */
export const countFinished = (counts: DeliveryCounts): number =>
  Object.values(counts).reduce((sum, n) => sum + n, 0) - counts.waiting - counts.sending;

/** Whether the mail has ended: nothing more of it leaves. */
export const isFinished = ({ state }: Pick<Campaign, 'state'>): boolean =>
  state === 'cancelled' || state === 'done';

/** What happened to a copy, oldest first; the last of it with what the other side said. */
export function deliveryHistory({
  times,
  reason,
}: Delivery): { what: DeliveryStatus; at: string; detail?: string }[] {
  const history = DELIVERY_STATES.flatMap((state) => {
    const at = times[state];
    const what = state === 'pending' || state === 'retry' ? 'waiting' : state;
    return at === undefined ? [] : [{ what, at } as const];
  }).sort((a, b) => a.at.localeCompare(b.at));
  return history.map((entry, index) =>
    index === history.length - 1 && reason !== undefined ? { ...entry, detail: reason } : entry,
  );
}
