import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { issueCodeWrite } from '../../../functions/account/code-repository.ts';
import type { register } from '../../../functions/contract/auth.ts';
import type { RequestOf } from '../../../functions/contract/endpoint.ts';
import type { Campaign } from '../../../functions/mail/campaigns/campaign.ts';
import { enqueueMailWrites } from '../../../functions/mail/transactional/repository.ts';
import type { Member } from '../../../functions/members/member.ts';
import {
  insertMemberResult,
  insertMemberWrites,
  memberRow,
} from '../../../functions/members/write-repository.ts';
import type { Term } from '../../../functions/memberships/term.ts';
import { writeRows } from '../../../functions/platform/table/rows.ts';
import { keys } from '../../../functions/platform/table/schema.ts';
import type { Table } from '../../../functions/platform/table/table.ts';
import type { Period } from '../../../functions/shared/membership-periods.ts';
import { canonicalize } from '../../../functions/shared/text.ts';

/** The hash that the browser sends instead of a password. */
export const hashed = (password: string, salt: string): string =>
  createHash('sha256')
    .update(password.normalize('NFKC') + salt)
    .digest('hex');

export const SALT = 'c2FsdC1vZi1hLXRlc3Q';
export const PASSWORD = 'a teapot on a Cornell box';

export const registration = (
  given: Partial<RequestOf<typeof register>> & { plainPassword?: string } = {},
): RequestOf<typeof register> => {
  const { plainPassword = PASSWORD, ...fields } = given;
  const salt = fields.salt ?? SALT;
  return {
    userName: 'utah_teapot',
    firstName: 'Utah',
    lastName: 'Teapot',
    gender: 'prefer_not_to_say',
    email: 'teapot@example.org',
    affiliation: 'Kitchen of Test Models',
    country: 'Singapore',
    title: 'Dr.',
    yearOfDegree: 1975,
    password: hashed(plainPassword, salt),
    salt,
    ...fields,
  };
};

/** A form as the browser sends it. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A membership that has run for long and ends on this day, or none. */
export const activeUntil = (endDate: string): Period[] =>
  endDate === '' ? [] : [{ startDate: '2020-01-01', endDate }];

export const member = (given: Partial<Member> = {}): Member => ({
  uid: '31415926',
  username: 'utah_teapot',
  email: 'teapot@example.org',
  emailVerified: false,
  salt: SALT,
  passwordHash: '$argon2id$v=19$m=64,t=1,p=1$c2FsdA$aGFzaA',
  epoch: 1,
  role: 'member',
  state: 'active',
  category: 'ordinary',
  activeUntil: '',
  membershipType: '',
  activePeriods: activeUntil(given.activeUntil ?? ''),
  paymentReference: randomBytes(16).toString('hex'),
  registeredAt: '2026-03-02T08:00:00.000Z',
  nameChangedAt: '',
  announcementsOff: false,
  cardId: '',
  cardIssuedAt: '',
  version: 1,
  firstName: 'Utah',
  lastName: 'Teapot',
  gender: 'prefer_not_to_say',
  affiliation: 'Kitchen of Test Models',
  country: 'Singapore',
  title: 'Dr.',
  education: '',
  yearOfDegree: 1975,
  address: '',
  phone: '',
  dateOfBirth: '',
  homepage: '',
  description: '',
  ...given,
});

/** Inserts a member with the code and the email of a registration. */
export async function insertMember(table: Table, added: Member, attemptId: string = randomUUID()) {
  const { uid, email: to, registeredAt } = added;

  const mail = {
    id: randomUUID(),
    to,
    subject: 'Welcome',
    preheader: '',
    greeting: 'Hello,',
    parts: ['Text'],
    dueAt: registeredAt,
  };
  const code = { purpose: 'verification', hash: 'hash', endsAt: registeredAt, epoch: 1 } as const;
  const writes = [
    ...insertMemberWrites(added, attemptId),
    issueCodeWrite(uid, code),
    ...enqueueMailWrites(mail),
  ];
  return insertMemberResult(await table.commit(writes, attemptId), attemptId);
}

export const campaign = (given: Partial<Campaign> = {}): Campaign => {
  const sendAt = given.sendAt ?? '2026-03-02T08:00:00.000Z';
  return {
    id: 'c'.repeat(32),
    subject: 'Call for papers',
    senderUid: '31415926',
    senderName: 'Utah Teapot',
    state: 'sending',
    createdAt: sendAt,
    sendAt,
    total: 1,
    finished: 0,
    bounced: 0,
    complained: 0,
    attachments: [],
    ...given,
  };
};

/** Writes many members as rows, who can be found by their addresses; nothing is hashed or queued. */
export const writeMembers = (table: Table, added: readonly Member[]): Promise<void> =>
  writeRows(
    table,
    added.flatMap((each) => [memberRow(each), { ...keys.email(canonicalize(each.email)), uid: each.uid }]),
  );

/** A term that was paid on its first day. */
export const term = (startDate: string, endDate: string, given: Partial<Term> = {}): Term => ({
  id: `pi_${startDate}`,
  type: 'professional',
  accessMethod: 'online-payment',
  transactionDate: startDate,
  receiptUrl: '',
  receiptNumber: '',
  startDate,
  endDate,
  expireDate: endDate,
  ...given,
});
