import type { MembershipStatus, MembershipType } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { fullName } from '#shared/text';
import { enforceLimit } from '../limits/enforce-limit.ts';
import { limitRules } from '../limits/limits.ts';
import type { Limits } from '../limits/repository.ts';
import type { Member } from '../members/member.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { membershipStatus, termOnDate } from './term.ts';
import type { Terms } from './terms.ts';

/** What makes a card link: 128 random bits, which say nothing about the member and depend on no key. */
export interface Card {
  /** 22 characters of base64url. */
  cardId: string;
  /** ISO 8601, UTC. */
  cardIssuedAt: string;
}

const CARD_ID_BYTES = 16;
const CARD_ID = /^[\w-]{22}$/;
const NO_CARD: Card = { cardId: '', cardIssuedAt: '' };

/** A member with their card; both texts of the card are empty where there is none. */
export type ProofHolder = Card &
  Pick<Member, 'uid' | 'firstName' | 'lastName' | 'nameChangedAt' | 'state' | 'activeUntil' | 'version'>;

export interface Proofs {
  find(uid: string): Promise<ProofHolder | undefined>;
  /** Undefined for an id that is not on a member's card now. */
  findByCard(cardId: string): Promise<ProofHolder | undefined>;
  /**
   * Takes the holder's card away and puts `card` in its place, all or nothing; `NO_CARD` leaves them without one.
   * False where the member's row is no longer the one that was read.
   */
  replace(holder: ProofHolder, card: Card): Promise<boolean>;
}

export interface OwnProofDeps extends Pick<Runtime, 'now' | 'randomBytes'> {
  proofs: Proofs;
  siteUrl: string;
}

/** The card link that a member shows to whom they like; undefined where there is none. */
export type OwnProof = { address: string; issuedAt: string } | undefined;

export async function getCard(deps: OwnProofDeps, uid: string): Promise<OwnProof> {
  const holder = await deps.proofs.find(uid);
  return holder && linkOf(deps, holder);
}

/** Makes a new link and ends the one before. */
export async function createMembershipCard(deps: OwnProofDeps, uid: string): Promise<OwnProof> {
  const cardId = Buffer.from(deps.randomBytes(CARD_ID_BYTES)).toString('base64url');
  const card = { cardId, cardIssuedAt: deps.now().toISOString() };
  await replaceCard(deps, uid, card);
  return linkOf(deps, card);
}

export const revokeMembershipCard = (deps: Pick<OwnProofDeps, 'proofs'>, uid: string): Promise<void> =>
  replaceCard(deps, uid, NO_CARD);

const ATTEMPTS = 20;

/** Repeated where another change of the member came in between: each of several requests at once makes its own card. */
async function replaceCard({ proofs }: Pick<OwnProofDeps, 'proofs'>, uid: string, card: Card): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const holder = await proofs.find(uid);
    if (!holder) throw new DomainError('unauthenticated');
    if (await proofs.replace(holder, card)) return;
  }
  throw new DomainError('profile-conflict');
}

/** The id is in the fragment, which browsers send to no server. */
const linkOf = ({ siteUrl }: Pick<OwnProofDeps, 'siteUrl'>, { cardId, cardIssuedAt }: Card): OwnProof =>
  cardId === '' ? undefined : { address: `${siteUrl}/proof#${cardId}`, issuedAt: cardIssuedAt };

export interface ProofCheckDeps extends Pick<Runtime, 'now' | 'log'> {
  proofs: Proofs;
  terms: Terms;
  limits: Limits;
}

/** What anyone learns about the member whose card link they open. */
export interface VerifiedMembership {
  name: string;
  /** YYYY-MM-DD in Hong Kong, for 30 days after a change of the name; else empty. */
  nameChangedOn: string;
  /** The last four digits of the membership ID: enough to notice a card that is shown twice. */
  idEnding: string;
  /** Of the latest term, where there has been one. */
  type: MembershipType | undefined;
  status: MembershipStatus;
  validUntil: string;
  checkedAt: Date;
}

/** The state at this moment; refuses unknown, replaced and deleted cards and those of closed accounts alike. */
export async function verifyMembershipCard(
  deps: ProofCheckDeps,
  cardId: string,
  network: string,
): Promise<VerifiedMembership> {
  await enforceLimit(deps, limitRules.proof, network);
  const holder = CARD_ID.test(cardId) ? await deps.proofs.findByCard(cardId) : undefined;
  if (holder?.state !== 'active') throw new DomainError('card-invalid');
  const checkedAt = deps.now();
  const { uid, nameChangedAt, activeUntil } = holder;
  return {
    name: fullName(holder),
    nameChangedOn: recentDay(nameChangedAt, checkedAt),
    idEnding: uid.slice(-4),
    type: termOnDate(await deps.terms.of(uid), hongKongDate(checkedAt))?.type,
    status: membershipStatus(activeUntil, checkedAt),
    validUntil: activeUntil,
    checkedAt,
  };
}

const NAME_CHANGE_SHOWN_MS = 30 * 24 * 3_600_000;

/**
 * Members write their own names. Someone who lends their card for a conference has to take the other person's name
 * for it, so the desk sees that the name is new; later, a marriage is nobody's business.
 */
const recentDay = (changedAt: string, now: Date): string =>
  changedAt !== '' && now.getTime() - Date.parse(changedAt) < NAME_CHANGE_SHOWN_MS
    ? hongKongDate(new Date(changedAt))
    : '';
