import { canonicalize, toHex } from '#shared/text';
import type { Ambient } from '../ambient.ts';
import { newCode } from '../codes/one-time-code.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import { welcomeMail } from '../mail/notices.ts';
import { Refusal } from '../refusal.ts';
import { type NameChoiceNeeds, refuseAdministratorsTwin } from './administrator-names.ts';
import { refuseBirthAhead } from './birth.ts';
import { type CommonPasswords, refuseCommonPassword } from './common-password.ts';
import type { Member, Members, PasswordHasher, PersonalData } from './member.ts';

export interface RegistrationRequest extends PersonalData {
  username: string;
  email: string;
  /** Lower-case hex of SHA-256(password + salt): to the server, the password. */
  password: string;
  salt: string;
}

export interface RegistrationNeeds extends Ambient, CommonPasswords, NameChoiceNeeds {
  members: Members;
  limits: Limits;
  passwords: PasswordHasher;
}

const UID_TRIES = 5;
const FIRST_EPOCH = 1;

/**
 * Makes a member, or refuses with `username-taken` before `email-taken`, `password-common` or `too-many-attempts`.
 * Attempts are counted before anything is hashed; successes have limits of their own, by network and by address.
 */
export async function registerMember(
  needs: RegistrationNeeds,
  request: RegistrationRequest,
  network: string,
): Promise<Member> {
  const { password, ...known } = request;
  refuseBirthAhead(known.dateOfBirth, needs.clock());
  await withinLimit(needs, limitRules.registrationAttempts, network);
  await refuseCommonPassword(needs, password, known.salt, known);
  await refuseAdministratorsTwin(needs, known.username);
  const counts = [await withinLimit(needs, limitRules.registration, network)];
  try {
    counts.push(await withinLimit(needs, limitRules.addressRegistrations, canonicalize(known.email)));
    const passwordHash = await needs.passwords.hash(password);
    return await addWithFreeUid(needs, { ...known, passwordHash });
  } catch (cause) {
    await Promise.all(counts.map((takeBack) => takeBack()));
    throw cause;
  }
}

async function addWithFreeUid(
  needs: RegistrationNeeds,
  details: Omit<RegistrationRequest, 'password'> & { passwordHash: string },
): Promise<Member> {
  const registeredAt = needs.clock().toISOString();
  const { digits, code } = await newCode(needs, 'verification', FIRST_EPOCH);
  const registrationId = toHex(needs.randomBytes(16));
  for (let attempt = 1; attempt <= UID_TRIES; attempt += 1) {
    const member: Member = {
      ...details,
      uid: newUid(needs.randomBytes(8)),
      emailVerified: false,
      epoch: FIRST_EPOCH,
      role: 'member',
      state: 'active',
      category: 'ordinary',
      activeUntil: '',
      paymentReference: toHex(needs.randomBytes(16)),
      registeredAt,
      nameChangedAt: '',
      version: 1,
    };
    const proof = { code, mail: welcomeMail(needs, member, digits) };
    const result = await needs.members.add(member, registrationId, proof);
    if (result === 'added') return member;
    if (result !== 'uid-taken') throw new Refusal(result);
  }
  throw new Error(`No free membership ID in ${UID_TRIES} tries`);
}

/** Eight digits, the first not zero; the remainder's bias over 64 bits is far below one in a billion. */
function newUid(random: Uint8Array): string {
  const value = new DataView(random.buffer, random.byteOffset).getBigUint64(0);
  return String(10_000_000n + (value % 90_000_000n));
}
