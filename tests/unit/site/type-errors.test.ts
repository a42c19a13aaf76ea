import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { typeErrors } from '../../runner/type-errors.ts';

const dist = join(import.meta.dirname, '../../../dist');
mkdirSync(dist, { recursive: true });

/** The errors of a folder with these files, without their explanations. */
function errorsIn(files: Record<string, string>, types: string[] = []): (string | undefined)[] {
  const parent = mkdtempSync(join(dist, 'type-errors-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, 'site');
  mkdirSync(folder);
  const config = { extends: '../../../site/tsconfig.json', compilerOptions: { types }, include: ['.'] };
  for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(config) }))
    writeFileSync(join(folder, name), text);
  return typeErrors(folder, join(parent, 'components')).map((error) => error.split('\n')[0]);
}

it('finds errors in frontmatter, template, scripts and modules, each at its place', () =>
  expect(
    errorsIn({
      'Name.astro':
        '---\ninterface Props {\n  name: string;\n}\nconst { name } = Astro.props;\n---\n<b>{name}</b>\n',
      'Page.astro': [
        '---',
        "import Name from './Name.astro';",
        "import { count } from './count.ts';",
        "const size: number = 'x';",
        'if (size) return;',
        '---',
        '<p title={count}>{size} {missing}</p>',
        '<Name name={1} />',
        '<Name name="right" />',
        '<script>',
        "  const place: number = 'y';",
        '  console.log(place);',
        '</script>',
        '',
      ].join('\n'),
      'count.ts': "export const count: number = 1;\nexport const other: number = 'z';\n",
    }).toSorted(),
  ).toEqual([
    "Page.astro:11:9 TS2322: Type 'string' is not assignable to type 'number'.",
    "Page.astro:4:7 TS2322: Type 'string' is not assignable to type 'number'.",
    "Page.astro:7:26 TS2304: Cannot find name 'missing'.",
    "Page.astro:7:4 TS2322: Type 'number' is not assignable to type 'string'.",
    "Page.astro:8:7 TS2322: Type 'number' is not assignable to type 'string'.",
    expect.stringMatching(
      /^dist\/type-errors-\w+\/site\/count\.ts\(2,14\): error TS2322: Type 'string' is not assignable to type 'number'\.$/,
    ),
  ]));

it('finds elements that are not closed', () =>
  expect(errorsIn({ 'Open.astro': '<div><span></div>\n' })).toEqual([
    "Open.astro:1:12 Expected a matching closing tag but instead found '</div>'.",
    'Open.astro:2:1 Expected a closing tag but instead found the end of the file.',
    "Open.astro:1:7 TS17008: JSX element 'span' has no corresponding closing tag.",
  ]));
