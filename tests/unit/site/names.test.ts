import { describe, expect, it } from 'vitest';
import { markLanguages, nameSlug, parseAuthors, parseName } from '../../../site/lib/content/names.ts';

describe('a name in a text', () => {
  it.each([
    [
      'Shengfeng He (Singapore Management University)',
      { name: 'Shengfeng He', affiliation: 'Singapore Management University' },
    ],
    ['Young J. Kim', { name: 'Young J. Kim' }],
    ['胡事民（清华大学）', { name: '胡事民', affiliation: '清华大学' }],
    [
      'Tzu-Mao Li (University of California, San Diego)',
      { name: 'Tzu-Mao Li', affiliation: 'University of California, San Diego' },
    ],
  ])('%s is parsed', (text, parsed) => expect(parseName(text)).toEqual(parsed));

  it.each([
    ['Ye Ji, Kewang Chen, Matthias Möller', ['Ye Ji', 'Kewang Chen', 'Matthias Möller']],
    ['A One and B Two', ['A One', 'B Two']],
    ['A One, B Two, and C Three', ['A One', 'B Two', 'C Three']],
    ['A Alexander (X, Y and Z), B Two', ['A Alexander', 'B Two']],
    ['Sandor One', ['Sandor One']],
  ])('the authors %s are %j', (authors, names) =>
    expect(parseAuthors(authors).map(({ name }) => name)).toEqual(names),
  );

  it.each([
    ['Siyu Tang', 'siyu-tang'],
    ['Juan Raúl Padrón-Griffe', 'juan-raul-padron-griffe'],
    ['C. Karen Liu', 'c-karen-liu'],
    ['胡事民', ''],
  ])('%s has the address %j', (name, slug) => expect(nameSlug(name)).toBe(slug));
});

describe('the language of a name', () => {
  const languages = { '五十嵐 健夫': 'ja', 胡事民: 'zh-Hans' } as const;

  it.each([
    ['<p>Takeo Igarashi</p>', '<p>Takeo Igarashi</p>'],
    ['<b>五十嵐 健夫</b>', '<b><span lang="ja">五十嵐 健夫</span></b>'],
    ['<b>いがらし たけお </b>', '<b><span lang="ja">いがらし たけお</span> </b>'],
    ['by 성민혁, x', 'by <span lang="ko">성민혁</span>, x'],
    ['<i>Shi-Min Hu 胡事民</i>, x', '<i>Shi-Min Hu <span lang="zh-Hans">胡事民</span></i>, x'],
    ['<b>李蔡彥</b>', '<b>李蔡彥</b>'],
    [
      '<b lang="zh-Hant">胡事民</b> 胡事民',
      '<b lang="zh-Hant">胡事民</b> <span lang="zh-Hans">胡事民</span>',
    ],
    ['<img alt="胡事民 > x"> <title>胡事民</title>', '<img alt="胡事民 > x"> <title>胡事民</title>'],
    [
      '<script type="application/ld+json">"胡事民"</script>',
      '<script type="application/ld+json">"胡事民"</script>',
    ],
    ['1 < 2 성민혁', '1 < 2 <span lang="ko">성민혁</span>'],
  ])('%s is marked %s', (html, marked) => expect(markLanguages(html, languages)).toBe(marked));
});
