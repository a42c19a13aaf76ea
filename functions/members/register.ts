import { canonicalize, toHex } from '#shared/text';
import { createCode } from '../codes/codes.ts';
import { type Limits, limitRules, withinLimit } from '../limits/limits.ts';
import { welcomeMail } from '../mail/transactional/messages.ts';
import type { PasswordHasher } from '../platform/passwords.ts';
import type { Runtime } from '../platform/runtime.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type NameChoiceDeps, refuseAdministratorsTwin } from './administrator-names.ts';
import { requirePastDateOfBirth } from './date-of-birth.ts';
import type { Member, Members, PersonalData } from './member.ts';
import { type CommonPasswords, refuseCommonPassword } from './password-rules.ts';

export interface RegistrationRequest extends PersonalData {
  username: string;
  email: string;
  /** Lower-case hex of SHA-256(password + salt): to the server, the password. */
  password: string;
  salt: string;
}

export interface RegistrationDeps extends Runtime, CommonPasswords, NameChoiceDeps {
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
  deps: RegistrationDeps,
  request: RegistrationRequest,
  network: string,
): Promise<Member> {
  const { password, ...known } = request;
  requirePastDateOfBirth(known.dateOfBirth, deps.now());
  await withinLimit(deps, limitRules.registrationAttempts, network);
  await refuseCommonPassword(deps, password, known.salt, known);
  await refuseAdministratorsTwin(deps, known.username);
  const counts = [await withinLimit(deps, limitRules.registration, network)];
  try {
    counts.push(await withinLimit(deps, limitRules.addressRegistrations, canonicalize(known.email)));
    const passwordHash = await deps.passwords.hash(password);
    return await insertWithFreeUid(deps, { ...known, passwordHash });
  } catch (cause) {
    await Promise.all(counts.map((takeBack) => takeBack()));
    throw cause;
  }
}

async function insertWithFreeUid(
  deps: RegistrationDeps,
  details: Omit<RegistrationRequest, 'password'> & { passwordHash: string },
): Promise<Member> {
  const registeredAt = deps.now().toISOString();
  const { digits, code } = await createCode(deps, 'verification', FIRST_EPOCH);
  const registrationId = toHex(deps.randomBytes(16));
  for (let attempt = 1; attempt <= UID_TRIES; attempt += 1) {
    const member: Member = {
      ...details,
      uid: createUid(deps.randomBytes(8)),
      emailVerified: false,
      epoch: FIRST_EPOCH,
      role: 'member',
      state: 'active',
      category: 'ordinary',
      activeUntil: '',
      paymentReference: toHex(deps.randomBytes(16)),
      registeredAt,
      nameChangedAt: '',
      version: 1,
    };
    const proof = { code, mail: welcomeMail(deps, member, digits) };
    const result = await deps.members.add(member, registrationId, proof);
    if (result === 'added') return member;
    if (result !== 'uid-taken') throw new DomainError(result);
  }
  throw new Error(`No free membership ID in ${UID_TRIES} tries`);
}

/** Eight digits, the first not zero; the remainder's bias over 64 bits is far below one in a billion. */
function createUid(random: Uint8Array): string {
  const value = new DataView(random.buffer, random.byteOffset).getBigUint64(0);
  return String(10_000_000n + (value % 90_000_000n));
}
