import type { Names } from '../../schemas/names.ts';

const asianScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}](?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・·\s]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー])?/gu;

/** The parts of a text in Chinese, Japanese or Korean script. */
export const asianRuns = (text: string): string[] => text.match(asianScript) ?? [];

type Languages = NonNullable<Names['languages']>;

/** Chinese and Japanese share characters: of a name in these alone, content/names.json says the language. */
const languageOf = (run: string, languages: Languages): string | undefined => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(run)) return 'ja';
  if (/\p{Script=Hangul}/u.test(run)) return 'ko';
  return languages[run];
};

/** The parts of a name whose language nothing tells. */
export const runsWithoutLanguage = (name: string, languages: Languages = {}): string[] =>
  asianRuns(name).filter((run) => languageOf(run, languages) === undefined);

/** A tag, or an element whose text is no part of the page's or may hold no elements; otherwise text. */
const piece =
  /<(script|style|title|textarea|option)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[a-z!/](?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+|</gi;

/** A page in which each run in an Asian script says its language, so that readers get its characters. */
export const markLanguages = (html: string, languages: Languages = {}): string => {
  if (asianRuns(html).length === 0) return html;
  let isMarked = false;
  return html.replace(piece, (part) => {
    if (part.startsWith('<')) {
      isMarked = /\slang="(?!en)/.test(part);
      return part;
    }
    if (isMarked) return part;
    return part.replace(asianScript, (run) => {
      const language = languageOf(run, languages);
      return language ? `<span lang="${language}">${run}</span>` : run;
    });
  });
};
