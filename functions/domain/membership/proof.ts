import type { Ambient } from '../ambient.ts';
import { hongKongDate } from '../hong-kong.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import type { Member } from '../members/member.ts';
import { Refusal } from '../refusal.ts';
import { type MembershipStatus, type MembershipType, membershipStatus, termOn } from './term.ts';
import type { Terms } from './terms.ts';

/** What an address that proves a membership stands for: it counts while the member's row has the same version. */
export interface Proof {
  uid: string;
  version: number;
}

export interface ProofTokens {
  /** The same text for the same proof; it tells who holds it nothing. */
  seal(proof: Proof): string;
  /** Undefined unless the text is ours and whole. */
  open(token: string): Proof | undefined;
}

export interface ProofHolder
  extends Pick<Member, 'uid' | 'firstName' | 'lastName' | 'state' | 'activeUntil'> {
  /** Rises when every address given out before must be dead. */
  proofVersion: number;
  /** ISO 8601, UTC; empty where the member has no proof. */
  proofIssuedAt: string;
}

export interface Proofs {
  find(uid: string): Promise<ProofHolder | undefined>;
  /** Raises the version in one step; an empty `issuedAt` leaves the member without a proof. */
  replace(uid: string, issuedAt: string): Promise<ProofHolder>;
}

export interface OwnProofNeeds extends Pick<Ambient, 'clock'> {
  proofs: Proofs;
  proofTokens: ProofTokens;
  siteUrl: string;
}

/** The address that a member shows to whom they like; undefined where there is none. */
export type OwnProof = { address: string; issuedAt: string } | undefined;

export async function proofOf(needs: OwnProofNeeds, uid: string): Promise<OwnProof> {
  return shown(needs, await needs.proofs.find(uid));
}

/** A new address; the one before counts no more. */
export async function renewProof(needs: OwnProofNeeds, uid: string): Promise<OwnProof> {
  return shown(needs, await needs.proofs.replace(uid, needs.clock().toISOString()));
}

export async function revokeProof({ proofs }: Pick<OwnProofNeeds, 'proofs'>, uid: string): Promise<void> {
  await proofs.replace(uid, '');
}

/** The token is in the fragment, which a browser tells no server. */
function shown({ proofTokens, siteUrl }: OwnProofNeeds, holder: ProofHolder | undefined): OwnProof {
  if (!holder || holder.proofIssuedAt === '') return undefined;
  const token = proofTokens.seal({ uid: holder.uid, version: holder.proofVersion });
  return { address: `${siteUrl}/proof#${token}`, issuedAt: holder.proofIssuedAt };
}

export interface ProofCheckNeeds extends Pick<Ambient, 'clock' | 'report'> {
  proofs: Proofs;
  proofTokens: ProofTokens;
  terms: Terms;
  limits: Limits;
}

/** What a stranger learns of a member who shows their proof. */
export interface ProvenMembership {
  name: string;
  /** Of the latest term, where there has been one. */
  type: MembershipType | undefined;
  status: MembershipStatus;
  validUntil: string;
  checkedAt: Date;
}

/** The state at this moment; refuses forged, revoked and renewed addresses, and those of accounts closed since, alike. */
export async function checkProof(
  needs: ProofCheckNeeds,
  token: string,
  network: string,
): Promise<ProvenMembership> {
  await withinLimit(needs, limitRules.proof, network);
  const proof = needs.proofTokens.open(token);
  const holder = proof && (await needs.proofs.find(proof.uid));
  // What is revoked has a version of which no address was ever given out.
  if (holder?.state !== 'active' || holder.proofVersion !== proof?.version)
    throw new Refusal('proof-unknown');
  const checkedAt = needs.clock();
  const { firstName, lastName, activeUntil } = holder;
  return {
    name: `${firstName} ${lastName}`.trim(),
    type: termOn(await needs.terms.of(holder.uid), hongKongDate(checkedAt))?.type,
    status: membershipStatus(activeUntil, checkedAt),
    validUntil: activeUntil,
    checkedAt,
  };
}
