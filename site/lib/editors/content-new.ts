import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { parseCsv } from '#shared/csv';
import { checkContent } from '../check/check-content.ts';
import { readContent } from '../check/read-content.ts';
import { type Kind, kinds, type Row } from './entries.ts';
import { type Change, planRow, planRows } from './plan.ts';

// `npm run content:new -- news` asks an editor for what a new entry needs, and writes it. With `--from FILE.csv`, each row is
// an entry, and nothing is written unless all are right.

const root = join(import.meta.dirname, '../../..');
const content = join(root, 'content');

const write = (changes: Change[]) => {
  for (const { path, text } of changes) {
    const file = join(content, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const files = changes.map(({ path }) => join(content, path)).filter((file) => file.endsWith('.json'));
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  if (files.length > 0)
    execFileSync(process.execPath, [biome, 'format', '--write', '--no-errors-on-unmatched', ...files], {
      cwd: root,
      stdio: 'ignore',
    });
  for (const { path } of changes) console.log(`content/${path} is written.`);
  console.log('"npm run dev" shows it.');
};

/** What would be wrong in content/ with these changes, and isn't now. */
const mistakesWith = (changes: Change[]) => {
  const before = new Set(checkContent().problems);
  const broken = [...before].filter((problem) =>
    changes.some(({ path }) => problem.startsWith(`content/${path}:`)),
  );
  if (broken.length > 0) throw new Error([...broken, 'Correct this first, then try again.'].join('\n'));
  const texts = new Map(changes.map(({ path, text }) => [path, text]));
  const found = checkContent(undefined, texts).problems.filter((problem) => !before.has(problem));
  return found.map((problem) => {
    const row = changes.find(({ path }) => problem.startsWith(`content/${path}:`))?.row;
    return row === undefined ? problem : `Row ${row}: ${problem}`;
  });
};

async function writeFrom(kind: Kind, file: string): Promise<void> {
  const { columns, rows, errors } = await parseCsv(readFileSync(file, 'utf8'));
  const names = columns.map((column) => column.trim());
  const { problems, changes } = planRows(
    kind,
    rows.map(({ row, cells }) => ({
      row,
      fields: Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? ''])),
    })),
    readContent(),
  );
  const all = [...errors.map(({ row, message }) => `Row ${row}: ${message}`), ...problems];
  const mistakes = all.length > 0 ? all : mistakesWith(changes);
  if (mistakes.length > 0) throw new Error([...mistakes, 'Nothing was written.'].join('\n'));
  write(changes);
}

async function askFor(kind: Kind): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  /** Lines that come before their question are kept. */
  const answers = lines[Symbol.asyncIterator]();
  const files = readContent();
  const row: Row = {};
  for (const [field, question] of kind.questions) {
    for (;;) {
      process.stdout.write(`${question}: `);
      const { value, done } = await answers.next();
      if (done) throw new Error('Cancelled: nothing was written.');
      row[field] = value.trim();
      const isOptional = question.startsWith('(') && row[field] === '';
      const problems = planRow(kind, row, files).problems.filter(
        (problem) => problem.field === '' || problem.field === field || problem.field.startsWith(`${field}.`),
      );
      if (isOptional || problems.length === 0) break;
      console.log(`  ${problems.map(({ message }) => explainAnswer(row[field], message)).join(' ')}`);
    }
  }
  lines.close();
  const { problems, change } = planRow(kind, row, files);
  if (!change) throw new Error(problems.map(({ field, message }) => `"${field}" ${message}`).join('\n'));
  const mistakes = mistakesWith([change]);
  write([change]);
  if (mistakes.length > 0) throw new Error(['It has mistakes. Correct these:', ...mistakes].join('\n'));
}

/** What is wrong with an answer, by a schema's message about a field. */
const explainAnswer = (answer: string | undefined, message: string) => {
  if (!answer) return 'This question needs an answer.';
  const sentence = message.replace(/Example: \w+: /, 'Example: ');
  return /^(is|must) /.test(sentence) ? `The answer ${sentence}` : sentence;
};

/** Several may be named too: awards, people. */
const plurals: Record<string, string> = { people: 'person' };

const program = new Command('npm run content:new --')
  .description('Asks for what a new entry of content/ needs, and writes it.')
  .argument('<kind>', Object.keys(kinds).join(', '))
  .option('--from <file.csv>', 'write an entry for each row of a file: content/README.md names the columns')
  .action(async (name: string, { from }: { from?: string }) => {
    const kind = kinds[name] ?? kinds[plurals[name] ?? name.replace(/s$/, '')];
    if (!kind) throw new Error(`There is no "${name}". Use one of: ${Object.keys(kinds).join(', ')}.`);
    await (from ? writeFrom(kind, from) : askFor(kind));
  });
try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
