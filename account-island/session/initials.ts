const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const firstLetter = (word: string): string => {
  const [first] = graphemes.segment(word.toUpperCase());
  return first?.segment ?? '';
};

/** The first letters of the first and the last word of a name: "ada_lovelace" is AL. One word gives one letter. */
export function initialsOf(username: string): string {
  const words = username.split(/[\s_-]+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : [words.at(0) ?? username];
  return ends.map((word) => firstLetter(word ?? '')).join('');
}
