import { canonicalize } from '#shared/text';
import { auditLogWrite, entryWrites } from '../audit/repository.ts';
import type { OneTimeCode } from '../codes/code.ts';
import { codeRow } from '../codes/repository.ts';
import type { TransactionalMail } from '../mail/transactional/mail.ts';
import { enqueueWrites } from '../mail/transactional/repository.ts';
import { cardRemovals } from '../memberships/card-repository.ts';
import { anonymizeWrites } from '../payments/receipt-repository.ts';
import { keys } from '../platform/table/keys.ts';
import { type Key, type Table, type TransactWrite, transact } from '../platform/table/table.ts';
import { put, putNew, remove, set } from '../platform/table/writes.ts';
import type { Member, Members } from './member.ts';

/** What may change of a member after the registration; each change is one transaction that sees nobody else's. */
export function memberChanges(
  table: Table,
): Pick<Members, 'saveProfile' | 'changePassword' | 'markVerified' | 'updateMember' | 'remove'> {
  const newMails = (...mails: TransactionalMail[]) =>
    mails.flatMap(enqueueWrites).map((row) => putNew(table, row));
  const spend = (uid: string, { purpose, hash }: OneTimeCode) =>
    remove(table, keys.code(uid, purpose), { hash });
  const verified = ({ uid, version }: Member) =>
    set(table, keys.member(uid), { emailVerified: true, version: version + 1 }, { version });
  const done = async (writes: TransactWrite[], token?: string) =>
    (await transact(table, writes, token)).length === 0;

  return {
    async saveProfile(before, after, entries, newAddress) {
      const { uid } = before;
      const moved = (key: (canonicalText: string) => Key, from: string, to: string) => {
        const [left, taken] = [canonicalize(from), canonicalize(to)];
        return left === taken ? [] : [putNew(table, { ...key(taken), uid }), remove(table, key(left))];
      };
      const name = moved(keys.username, before.username, after.username);
      const address = moved(keys.email, before.email, after.email);
      const proof = newAddress && [
        put(table, codeRow(uid, newAddress.proof.code)),
        remove(table, keys.code(uid, 'reset')),
        set(table, keys.session(uid, newAddress.sessionId), { epoch: after.epoch }),
        ...newMails(newAddress.proof.mail, newAddress.notice),
      ];
      const { version } = before;
      const values = { ...profileOf(after), ...(newAddress && { epoch: after.epoch }) };
      const obstacles = await transact(table, [
        set(table, keys.member(uid), values, { version }),
        ...name,
        ...address,
        ...(proof ?? []),
        ...entries.flatMap((entry) => entryWrites(table, entry)),
      ]);
      const [first] = obstacles.map(({ index }) => index);
      if (first === undefined) return 'saved';
      if (first > name.length + address.length || first === 0) return 'profile-conflict';
      return first <= name.length ? 'username-taken' : 'email-taken';
    },

    changePassword({ uid, epoch, version, passwordHash }, credentials, { notice, entry }, code) {
      const verified = code && { emailVerified: true };
      const values = { ...credentials, ...verified, epoch: epoch + 1, version: version + 1 };
      return done([
        set(table, keys.member(uid), values, { epoch, version, passwordHash }),
        code ? spend(uid, code) : remove(table, keys.code(uid, 'reset')),
        ...(code ? [remove(table, keys.code(uid, 'verification'))] : []),
        ...newMails(notice),
        ...entryWrites(table, entry),
      ]);
    },

    markVerified: (member, proof) =>
      done([
        verified(member),
        ...('hash' in proof
          ? [spend(member.uid, proof)]
          : [remove(table, keys.code(member.uid, 'verification')), ...entryWrites(table, proof)]),
      ]),

    updateMember({ uid, version, epoch }, amendment, entry) {
      const values = {
        ...amendment,
        ...('state' in amendment && { epoch: epoch + 1 }),
        version: version + 1,
      };
      const listed = keys.administrator(uid);
      const writes = [
        set(table, keys.member(uid), values, { version }),
        ...('role' in amendment
          ? [amendment.role === 'administrator' ? put(table, { ...listed, uid }) : remove(table, listed)]
          : []),
        ...entryWrites(table, entry),
      ];
      return done(writes, entry.id);
    },

    async remove({ uid, username, email, paymentReference, version }, { notice, entry }) {
      return done([
        remove(table, keys.member(uid), { version }),
        ...(await anonymizeWrites(table, uid)),
        ...(await cardRemovals(table, uid)),
        remove(table, keys.username(canonicalize(username))),
        remove(table, keys.email(canonicalize(email))),
        remove(table, keys.paymentReference(paymentReference)),
        remove(table, keys.administrator(uid)),
        remove(table, keys.code(uid, 'reset')),
        remove(table, keys.code(uid, 'verification')),
        remove(table, keys.secondFactor(uid)),
        remove(table, keys.secondFactorSetup(uid)),
        remove(table, keys.suppression(canonicalize(email))),
        put(table, keys.erasure(uid)),
        ...newMails(notice),
        // Not beside the member: what lies there goes as well.
        auditLogWrite(table, entry),
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
