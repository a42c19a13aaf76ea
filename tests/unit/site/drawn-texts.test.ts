import { describe, expect, it } from 'vitest';
import { findCardProblems } from '../../../site/lib/build/undrawable.ts';
import { checkDrawnTexts } from '../../../site/lib/check/drawn-texts.ts';
import { contentReport } from '../../../site/lib/check/report.ts';
import { commonCharacters } from '../../../site/lib/pdf/common-characters.ts';
import { findUndrawable } from '../../../site/lib/pdf/house-fonts.ts';
import type { Names } from '../../../site/schemas/names.ts';
import { makeContent } from '../../support/content-folder.ts';

const none: Names = { aliases: [], different: [] };
const check = (path: string, data: unknown, names = none) =>
  checkDrawnTexts(
    makeContent({ [path]: typeof data === 'string' ? data : JSON.stringify(data, null, 1) }),
    names,
  );

const issue = (heading: string) => ({
  lede: 'x',
  figure: { name: 'hopf', caption: 'x' },
  articles: [{ heading, text: ['x'] }],
});
const noFont = (parts: string) =>
  `No font for documents, posters and cards has ${parts}. Leave it out, or write it in Latin letters.`;

describe('what documents, posters and cards show', () => {
  it.each([
    'Nguyễn Đức, Šimon and Kōji win',
    'Award for 王小明 (Wang Xiaoming)',
    'Ελευθέριος, Жуков, 이광형',
  ])('may be in any script that a font has: %s', (heading) =>
    expect(check('newsletters/issue-14.json', issue(heading))).toEqual([]),
  );

  it.each([
    [
      'newsletters/issue-14.json',
      issue('The cup 🏆 of محمد'),
      '9: "articles.0.heading"',
      '"🏆" (U+1F3C6), "محمد"',
    ],
    ['newsletters/issue-14.json', '{ "lede": "\\ud83c\\udfc6" }', '1: "lede"', '"🏆" (U+1F3C6)'],
    ['nominations.json', { rules: ['One', '😀'] }, '4: "rules.1"', '"😀" (U+1F600)'],
    ['awards.json', [{ rule: 'ا' }], '3: "0.rule"', '"ا" (U+627)'],
    ['pages/contact.mdx', '---\ntitle: Contact 📮\n---\n', '2: "title"', '"📮" (U+1F4EE)'],
    ['webinars/session-34.json', { talks: [{ title: '🫖' }] }, '4: "talks.0.title"', '"🫖" (U+1FAD6)'],
    ['people.json', { officers: [{ affiliation: 'جامعة' }] }, '4: "officers.0.affiliation"', '"جامعة"'],
  ])('is an error of %s where no font has it', (path, data, place, parts) =>
    expect(check(path, data)).toEqual([`content/${path}:${place}: ${noFont(parts)}`]),
  );

  it('is an error of a list of names too, for each name and affiliation', () => {
    const chairs = { editions: [{ programChairs: ['Ying He (جامعة)', 'محمد Ali'] }] };
    expect(check('conferences/pg.json', chairs)).toEqual([
      `content/conferences/pg.json:5: "editions.0.programChairs.0": ${noFont('"جامعة"')}`,
      `content/conferences/pg.json:6: "editions.0.programChairs.1": ${noFont('"محمد"')} For a name, "aliases" in content/names.json can do so.`,
    ]);
  });

  it('is an error of the build for a card', () =>
    expect(
      findCardProblems({ title: 'Nguyễn 王', kicker: 'People', note: 'جامعة', figure: 'nephroid' }),
    ).toEqual([`The card for shared links says "جامعة". ${noFont('"جامعة"')}`]));

  it('is an error of the whole content too', () =>
    expect(
      contentReport(makeContent({ 'newsletters/issue-14.json': JSON.stringify(issue('🏆')) })).problems,
    ).toContain(`content/newsletters/issue-14.json:1: "articles.0.heading": ${noFont('"🏆" (U+1F3C6)')}`));

  it('is no error of a field that pages alone show', () =>
    expect(check('webinars/session-34.json', { talks: [{ title: 'x', abstract: 'For all 𝒙 🫖' }] })).toEqual(
      [],
    ));
});

describe('a name that the fonts lack', () => {
  const winner = (name: string) => `---\nwinner:\n  name: ${name}\n---\n`;

  it('is right with a Latin alias', () => {
    const names = { aliases: [{ name: 'Muhammad Ali', also: ['محمد Ali'] }], different: [] };
    expect(check('awards/young-2025.mdx', winner('محمد Ali'), names)).toEqual([]);
  });

  it('is an error without one, which names the remedy', () =>
    expect(check('awards/young-2025.mdx', winner('محمد Ali'))).toEqual([
      `content/awards/young-2025.mdx:3: "winner.name": ${noFont('"محمد"')} For a name, "aliases" in content/names.json can do so.`,
    ]));

  it('has the error of a name without Latin letters alone', () =>
    expect(check('awards/young-2025.mdx', winner('محمد'))).toEqual([]));
});

it('the fonts have the common characters, of which no text is compared with them', () =>
  expect(findUndrawable(`${commonCharacters}\n\t`)).toEqual([]));
