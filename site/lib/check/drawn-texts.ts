import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Names } from '../../schemas/names.ts';
import type { drawnName, explainUndrawable } from '../build/undrawable.ts';
import { knownName, nameSlug, parseAuthors } from '../content/names.ts';
import { commonCharacters } from '../pdf/common-characters.ts';
import { lineOfField } from './positions.ts';
import { flattenValues, readContent } from './read-content.ts';

type FontCheck = { drawnName: typeof drawnName; explainUndrawable: typeof explainUndrawable };

/** Reading fonts takes longer than the rest of the check, and hardly any content needs it. */
const require = createRequire(import.meta.url);
const loadFontCheck = (): FontCheck => require('../build/undrawable.ts');

const uncommon = new RegExp(`[^\\n\\r\\t${commonCharacters.replace(/[\\\]^-]/g, '\\$&')}]|\\\\[uUx]`);
/** Whether a text has only characters that all fonts have. Escapes may stand for others. */
const isPlain = (text: string) => !uncommon.test(text);

/** The fields that name several people, or one with the affiliation in brackets. */
const nameLists = /(^|\.)(\w*[cC]hairs?|keynoteSpeakers|authors|jury)(\.\d+)?$/;

/** The fields that documents, posters and cards show. */
const drawnFields = [
  { files: 'newsletters/issue-*.json', field: /^(lede|figure\.caption|articles\.\d+\.(heading|text\.\d+))$/ },
  {
    files: 'nominations.json',
    field: /^((rules|materials)\.\d+|groups\.\d+\.(heading|fields\.\d+\.label))$/,
  },
  { files: 'awards.json', field: /^\d+\.(name|rule)$/ },
  { files: 'site.json', field: /^name$/ },
  { files: 'pages/*.mdx', field: /^title$/ },
  { files: 'webinars/session-*.json', field: /^talks\.\d+\.(title|speaker\.position)$/ },
  {
    files: '{webinars/session-*,people,webinar,summit2018,workshops/*,conferences/*}.json',
    field: /^(?!platforms\.)(.*\.)?(\d+|speaker|chair)\.(name|affiliation|institution|country)$/,
  },
  { files: 'awards/*.mdx', field: /^winner\.(name|affiliation|country)$/ },
  { files: '{conferences/*.json,workshops/*.json,awards/*.mdx}', field: nameLists },
];

/** The texts of a field, each with whether it is a person's name, which an alias can replace. */
const textsOf = (file: string, field: string, text: string) =>
  nameLists.test(field)
    ? parseAuthors(text).flatMap(({ name, affiliation = '' }) => [
        { text: name, isName: true },
        { text: affiliation, isName: false },
      ])
    : [{ text, isName: field.endsWith('.name') && file !== 'awards.json' }];

/** What editors wrote into fields that the build draws, in letters that none of its fonts has: a sentence with its place for each. */
export const checkDrawnTexts = (folder: URL, names: Names): string[] =>
  drawnFields.flatMap(({ files, field: drawn }) =>
    globSync(files, { cwd: folder })
      .map((path) => path.replaceAll('\\', '/'))
      .sort()
      .flatMap((path) => {
        const text = readFileSync(new URL(path, folder), 'utf8');
        return isPlain(text) ? [] : checkFile({ path, text, folder }, drawn, names);
      }),
  );

const checkFile = (
  { path: file, text, folder }: { path: string; text: string; folder: URL },
  drawn: RegExp,
  names: Names,
): string[] => {
  let data: unknown;
  try {
    ({ data } = readContent(file, text, folder));
  } catch {
    // The check reports this file.
    return [];
  }
  return flattenValues(data).flatMap(({ path, leaf }) => {
    const field = path.join('.');
    if (typeof leaf !== 'string' || isPlain(leaf) || !drawn.test(field)) return [];
    const problems = textsOf(file, field, leaf).flatMap(({ text, isName }) => {
      // A name without Latin letters has an error of its own.
      if (isPlain(text) || (isName && nameSlug(knownName(text, names)) === '')) return [];
      const { drawnName, explainUndrawable } = loadFontCheck();
      const problem = explainUndrawable(isName ? drawnName(text, names) : text);
      if (problem === undefined) return [];
      return [isName ? `${problem} For a name, "aliases" in content/names.json can do so.` : problem];
    });
    if (problems.length === 0) return [];
    const line = lineOfField(
      text,
      path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    );
    return problems.map((problem) => `content/${file}${line ? `:${line}` : ''}: "${field}": ${problem}`);
  });
};
