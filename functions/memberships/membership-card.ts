import type * as z from 'zod/mini';
import type { VerifiedCard } from '#contract/membership';
import { membershipTypeNames } from '#shared/choices';
import { hongKongDate } from '#shared/hong-kong';
import { membershipOn } from '#shared/membership-periods';
import { personName } from '#shared/person-name';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit } from '../limits/repository.ts';
import type { Member } from '../members/member.ts';
import { findMember, findMemberByCard } from '../members/repository.ts';
import { replaceCardWrites } from '../members/write-repository.ts';
import type { Context } from '../platform/context.ts';
import { DomainError } from '../shared/domain-error.ts';
import { listTerms } from './repository.ts';
import { termOnDate } from './term.ts';

/** The id of a card link is 128 random bits, which reveal nothing about the member and depend on no key. */
type Card = Pick<Member, 'cardId' | 'cardIssuedAt'>;

const CARD_ID_BYTES = 16;
const CARD_ID = /^[\w-]{22}$/;

const newCard = ({ now, randomBytes }: Pick<Context, 'now' | 'randomBytes'>): Card => ({
  cardId: Buffer.from(randomBytes(CARD_ID_BYTES)).toString('base64url'),
  cardIssuedAt: now().toISOString(),
});

const MAX_ATTEMPTS = 20;

/**
 * Makes a new link, or leaves the member without one; the previous one stops working. Tried again if the member was changed
 * in between: each of several simultaneous requests makes its own card.
 */
export async function changeCard(
  context: Pick<Context, 'table' | 'now' | 'randomBytes'>,
  uid: string,
  action: 'create' | 'revoke',
): Promise<Card> {
  const card = action === 'create' ? newCard(context) : { cardId: '', cardIssuedAt: '' };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const member = await findMember(context, uid);
    if (!member) throw new DomainError('unauthenticated');
    const failed = await context.table.commit(replaceCardWrites(member, card));
    if (failed.length === 0) return card;
  }
  throw new DomainError('profile-conflict');
}

/** The link that a member may show to anybody. The id is in the fragment, which browsers never send to a server. */
export const cardLink = ({ siteUrl }: Pick<Context, 'siteUrl'>, { cardId, cardIssuedAt }: Card) =>
  cardId === ''
    ? { address: null, issuedAt: null }
    : { address: `${siteUrl}/proof#${cardId}`, issuedAt: cardIssuedAt };

/**
 * What a card link shows to anybody who opens it: the membership at this moment. The last four digits of the membership ID
 * are enough to notice a card that is shown twice.
 * @throws `card-invalid` alike for unknown, replaced and removed cards and disabled accounts
 */
export async function verifyCard(
  context: Pick<Context, 'table' | 'now' | 'log'>,
  cardId: string,
  network: string,
): Promise<z.input<typeof VerifiedCard>> {
  await enforceLimit(context, limitRules.reads, ['card', network]);
  const member = CARD_ID.test(cardId) ? await findMemberByCard(context, cardId) : undefined;
  if (member?.state !== 'active') throw new DomainError('card-invalid');
  const checkedAt = context.now();
  const { uid, nameChangedAt, activePeriods } = member;
  const today = hongKongDate(checkedAt);
  const { status, until } = membershipOn(activePeriods, today);
  const type = termOnDate(await listTerms(context, uid), today)?.type;
  return {
    name: personName(member),
    nameChangedOn: recentDay(nameChangedAt, checkedAt),
    idEnding: uid.slice(-4),
    type: type ? membershipTypeNames[type] : '',
    status,
    validUntil: until,
    checkedAt: checkedAt.toISOString(),
  };
}

const NAME_CHANGE_SHOWN_MS = 30 * 24 * 3_600_000;

/**
 * Members enter their own names. Somebody who lends a card to another person has to take that person's name, so for a
 * while registration staff see that the name is new. Later, a change of name is private.
 */
const recentDay = (changedAt: string, now: Date): string =>
  changedAt !== '' && now.getTime() - Date.parse(changedAt) < NAME_CHANGE_SHOWN_MS
    ? hongKongDate(new Date(changedAt))
    : '';
