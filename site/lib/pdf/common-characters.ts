/** The characters of nearly all texts: ASCII, Latin-1 and the signs of English typography. The fonts have all of them. */
export const commonCharacters = [
  ...Array.from({ length: 0x5f }, (_, at) => 0x20 + at),
  ...Array.from({ length: 0x60 }, (_, at) => 0xa0 + at),
  ...[0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x2212],
]
  .map((code) => String.fromCodePoint(code))
  .join('');
