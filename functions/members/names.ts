import { canonicalize } from '#shared/text';

/** The part of the address before the @, with a number if that username is taken. */
export function freeUsername(email: string, usernames: Set<string>): string {
  const base = email.slice(0, email.indexOf('@'));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}${count}`;
    if (usernames.has(canonicalize(name))) continue;
    usernames.add(canonicalize(name));
    return name;
  }
}
