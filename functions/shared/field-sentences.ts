/**
 * What is wrong with a field: used by the schemas (`fields.ts`), and by forms whose field the browser has already found
 * wrong. In a file of its own, so that a page without the schemas can load it.
 */
export const fieldSentences = {
  required: 'This field is required.',
  invalid: 'Check this field: its value is not possible.',
  usernameWithAt: "A username can't contain @. You can log in with your email address too.",
  usernameWithLink: "A username can't contain / or www.",
  nameWithLink: "A name can't contain :// or www.",
  email: 'Enter a valid email address.',
  unreachableAddress:
    "We can't send email to an address with letters like å or 明 before the @. Enter another address.",
  webAddress: 'Enter a web address that starts with https:// or http://.',
  birthday: 'Enter 1 January 1900 or a later date.',
  country: 'Select a country from the list.',
  transferAmount: 'Enter an amount from 0.01 to 1,000,000.',
  transferDay: 'Enter a date from 1 January 2016 to today.',
  day: 'Enter a date as YYYY-MM-DD.',
  pastDate: "Enter today's date or an earlier date.",
  wholeNumber: 'Enter a whole number, 0 or greater.',
  latestYear: (year: number | string) => `Enter a year from 0 to ${year}.`,
  unprintable: "Remove the character that can't be displayed.",
  invisible: (letterBefore: string) =>
    letterBefore === ''
      ? 'Remove the invisible character at the beginning.'
      : `Remove the invisible character after "${letterBefore}".`,
  tooLong: (max: number) => `Use ${max} characters or fewer.`,
} as const;
