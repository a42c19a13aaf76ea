import { seeded } from '../seeded.ts';
import { hashed, PASSWORD, SALT } from './make.ts';

/** A file with this many new members, each with a term, for an import. */
export const listOfMembers = (lines: number): string =>
  [
    'Email,First name,Last name,Membership type,Membership start,Membership end',
    ...Array.from(
      { length: lines },
      (_, line) => `m${line}@models.example,Model,${line},student,2026-01-01,2027-01-01`,
    ),
  ].join('\n');

/** A file of the old website: each member has an ID and one to three periods, two of three have a password. */
export function listOfOldMembers(count: number): { text: string; terms: number; passwords: number } {
  const random = seeded(7);
  const lines = ['Member No.,Email,Given name,Surname,Institution,Type,Start,End,Salt,Hash,Notes'];
  let passwords = 0;
  for (let member = 0; member < count; member += 1) {
    const person = `${20_100_000 + member},m${member}@models.example,Model,${member},Institute of Test Models`;
    const password = random() < 2 / 3 ? `${SALT},${hashed(PASSWORD, SALT)}` : ',';
    if (password !== ',') passwords += 1;
    const terms = 1 + Math.floor(random() * 3);
    for (let year = 2027 - terms; year < 2027; year += 1)
      lines.push(`${person},Student,${year}-01-01,${year + 1}-01-01,${password},moved`);
  }
  return { text: lines.join('\n'), terms: lines.length - 1, passwords };
}
