import { expect, it } from 'vitest';
import { markLanguages } from '../../../site/middleware.ts';

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
])('the language of a name %s is marked %s', (html, marked) =>
  expect(markLanguages(html, languages)).toBe(marked),
);
