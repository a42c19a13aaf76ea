/** A file with this many new members, each with a term, for an import. */
export const listOfMembers = (lines: number): string =>
  [
    'Email,First name,Last name,Membership type,Membership start,Membership end',
    ...Array.from(
      { length: lines },
      (_, line) => `m${line}@models.example,Model,${line},student,2026-01-01,2027-01-01`,
    ),
  ].join('\n');
