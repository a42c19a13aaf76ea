import { canonicalize } from '#shared/text';
import { auditLogWrite, entryWrites } from '../audit/repository.ts';
import type { OneTimeCode } from '../codes/code.ts';
import { codeRow } from '../codes/repository.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import { cardRemovals } from '../memberships/card-repository.ts';
import { anonymizeWrites } from '../payments/receipt-repository.ts';
import { keys } from '../platform/table/schema.ts';
import type { Table } from '../platform/table/table.ts';
import type { TableWrite } from '../platform/table/writes.ts';
import { insert, put, remove, update } from '../platform/table/writes.ts';
import type { Member, Members } from './member.ts';

/** What may change of a member after the registration; each change is one transaction that sees nobody else's. */
export function memberChanges(
  table: Table,
): Pick<Members, 'saveProfile' | 'changePassword' | 'markVerified' | 'updateMember' | 'remove'> {
  const newMails = (...mails: TransactionalMail[]) => mails.flatMap(enqueueWrites);
  const spend = (uid: string, { purpose, hash }: OneTimeCode) =>
    remove('code', keys.code(uid, purpose), { hash });
  const verified = ({ uid, version }: Member) =>
    update('member', keys.member(uid), { emailVerified: true, version: version + 1 }, { version });
  const done = async (writes: TableWrite[], token?: string) =>
    (await table.commit(writes, token)).length === 0;

  return {
    async saveProfile(before, after, entries, newAddress) {
      const { uid } = before;
      const moved = (marker: 'username' | 'email') => {
        const [left, taken] = [canonicalize(before[marker]), canonicalize(after[marker])];
        const key = keys[marker];
        return left === taken ? [] : [insert(marker, { ...key(taken), uid }), remove(marker, key(left))];
      };
      const proof = newAddress && [
        put('code', codeRow(uid, newAddress.proof.code)),
        remove('code', keys.code(uid, 'reset')),
        update('session', keys.session(uid, newAddress.sessionId), { epoch: after.epoch }),
        ...newMails(newAddress.proof.mail, newAddress.notice),
      ];
      const { version } = before;
      const values = { ...profileOf(after), ...(newAddress && { epoch: after.epoch }) };
      const obstacles = await table.commit([
        update('member', keys.member(uid), values, { version }),
        ...moved('username'),
        ...moved('email'),
        ...(proof ?? []),
        ...entries.flatMap((entry) => entryWrites(entry)),
      ]);
      const [first] = obstacles;
      if (!first) return 'saved';
      if (first.label === 'username') return 'username-taken';
      return first.label === 'email' ? 'email-taken' : 'profile-conflict';
    },

    changePassword({ uid, epoch, version, passwordHash }, credentials, { notice, entry }, code) {
      const verified = code && { emailVerified: true };
      const values = { ...credentials, ...verified, epoch: epoch + 1, version: version + 1 };
      return done([
        update('member', keys.member(uid), values, { epoch, version, passwordHash }),
        code ? spend(uid, code) : remove('code', keys.code(uid, 'reset')),
        ...(code ? [remove('code', keys.code(uid, 'verification'))] : []),
        ...newMails(notice),
        ...entryWrites(entry),
      ]);
    },

    markVerified: (member, proof) =>
      done([
        verified(member),
        ...('hash' in proof
          ? [spend(member.uid, proof)]
          : [remove('code', keys.code(member.uid, 'verification')), ...entryWrites(proof)]),
      ]),

    updateMember({ uid, version, epoch }, amendment, entry) {
      const values = {
        ...amendment,
        ...('state' in amendment && { epoch: epoch + 1 }),
        version: version + 1,
      };
      const listed = keys.administrator(uid);
      const writes = [
        update('member', keys.member(uid), values, { version }),
        ...('role' in amendment
          ? [amendment.role === 'administrator' ? put('row', { ...listed, uid }) : remove('row', listed)]
          : []),
        ...entryWrites(entry),
      ];
      return done(writes, entry.id);
    },

    async remove({ uid, username, email, paymentReference, version }, { notice, entry }) {
      return done([
        remove('member', keys.member(uid), { version }),
        ...(await anonymizeWrites(table, uid)),
        ...(await cardRemovals(table, uid)),
        remove('username', keys.username(canonicalize(username))),
        remove('email', keys.email(canonicalize(email))),
        remove('payment-reference', keys.paymentReference(paymentReference)),
        remove('administrator', keys.administrator(uid)),
        remove('code', keys.code(uid, 'reset')),
        remove('code', keys.code(uid, 'verification')),
        remove('second-factor', keys.secondFactor(uid)),
        remove('second-factor-setup', keys.secondFactorSetup(uid)),
        remove('suppression', keys.suppression(canonicalize(email))),
        put('erasure', keys.erasure(uid)),
        ...newMails(notice),
        // Not beside the member: what lies there goes as well.
        auditLogWrite(entry),
      ]);
    },
  };
}

/** All that a profile's change may write: never role, state, epoch, expiry or credentials. */
const profileOf = (member: Member) => {
  const {
    uid,
    salt,
    passwordHash,
    epoch,
    role,
    state,
    category,
    activeUntil,
    paymentReference,
    registeredAt,
    ...profile
  } = member;
  return { ...profile, directoryKey: canonicalize(member.email) };
};
