import { describe, expect, it } from 'vitest';
import { markLanguages, nameSlug, parseAuthors, parseName } from '../../../site/lib/content/names.ts';

describe('a name in a text', () => {
  it.each([
    [
      'Shengfeng He (Singapore Management University)',
      { name: 'Shengfeng He', affiliation: 'Singapore Management University' },
    ],
    ['胡事民（清华大学）', { name: '胡事民', affiliation: '清华大学' }],
  ])('%s is parsed', (text, parsed) => expect(parseName(text)).toEqual(parsed));

  it.each([
    ['A One, B Two, and C Sandor', ['A One', 'B Two', 'C Sandor']],
    ['A Alexander (X, Y and Z), B Two', ['A Alexander', 'B Two']],
  ])('the authors %s are %j', (authors, names) =>
    expect(parseAuthors(authors).map(({ name }) => name)).toEqual(names),
  );

  it.each([
    ['Juan Raúl Padrón-Griffe', 'juan-raul-padron-griffe'],
    ['胡事民', ''],
  ])('%s has the address %j', (name, slug) => expect(nameSlug(name)).toBe(slug));
});

describe('the language of a name', () => {
  const languages = { '五十嵐 健夫': 'ja', 胡事民: 'zh-Hans' } as const;

  it.each([
    ['<b>いがらし たけお </b>', '<b><span lang="ja">いがらし たけお</span> </b>'],
    ['<i>Shi-Min Hu 胡事民</i>, x', '<i>Shi-Min Hu <span lang="zh-Hans">胡事民</span></i>, x'],
    ['<b>李蔡彥</b>', '<b>李蔡彥</b>'],
    ['<img alt="胡事民 > x"> <title>胡事民</title>', '<img alt="胡事民 > x"> <title>胡事民</title>'],
    [
      '<script type="application/ld+json">"胡事民"</script>',
      '<script type="application/ld+json">"胡事民"</script>',
    ],
    ['1 < 2 성민혁', '1 < 2 <span lang="ko">성민혁</span>'],
  ])('%s is marked %s', (html, marked) => expect(markLanguages(html, languages)).toBe(marked));
});
