import { COMMON_PASSWORD_HEX_DIGITS, COMMON_PASSWORDS_PATH } from '#shared/common-passwords';
import { hashPassword } from '#shared/password-hash';

let loading: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const response = await fetch(COMMON_PASSWORDS_PATH);
  return new Set(response.ok ? (await response.text()).split('\n') : []);
}

/**
 * Whether the server will refuse the password as too common. The list is loaded with the first question; without it, the
 * answer is no, and the server decides.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load().catch(() => new Set<string>());
  const hash = await hashPassword(password, '');
  return (await loading).has(hash.slice(0, COMMON_PASSWORD_HEX_DIGITS));
}
