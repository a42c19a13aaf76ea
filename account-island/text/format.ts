/** The first letters of the first and the last word of a name: "ada_lovelace" is AL. One word gives one letter. */
export function initialsOf(username: string): string {
  // Made where there is a name: the browser takes longer to load its rules than to run all other script of a public page.
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const firstLetter = (word = '') => {
    const [first] = graphemes.segment(word.toUpperCase());
    return first?.segment ?? '';
  };
  const words = username.split(/[\s_-]+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : [words.at(0) ?? username];
  return ends.map((word) => firstLetter(word)).join('');
}
