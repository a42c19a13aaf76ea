/** A file of so many new members, each with a term, as the desk imports it. */
export const listOfMembers = (lines: number): string =>
  [
    'Email,First name,Last name,Membership type,Membership start,Membership end',
    ...Array.from(
      { length: lines },
      (_, line) => `m${line}@models.example,Model,${line},student,2026-01-01,2027-01-01`,
    ),
  ].join('\n');
