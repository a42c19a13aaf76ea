import type { CodePurpose } from '#shared/choices';
import type { Runtime } from '../platform/runtime.ts';

export interface OneTimeCode {
  purpose: CodePurpose;
  hash: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** The member's epoch when it was issued: a change of password voids it. */
  epoch: number;
  /** It has set a password, and is good for nothing but a repeat of the same request. */
  isUsed?: boolean;
}

/** How many guesses at one code are compared: from one network, and from all networks together. */
export interface GuessAllowance {
  fromNetwork: number;
  inAll: number;
}

const DIGITS = 8;

/** Eight random digits, each code as likely as any other. */
export function createDigits({ randomBytes }: Pick<Runtime, 'randomBytes'>): string {
  const codes = 10 ** DIGITS;
  const fair = Math.floor(2 ** 32 / codes) * codes;
  for (;;) {
    const random = randomBytes(4);
    const number = new DataView(random.buffer, random.byteOffset).getUint32(0);
    if (number < fair) return String(number % codes).padStart(DIGITS, '0');
  }
}
