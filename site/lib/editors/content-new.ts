import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { hongKongDate } from '#shared/hong-kong';
import { Series } from '../../schemas/conferences.ts';
import { Newsletters } from '../../schemas/news.ts';
import { checkContent } from '../check/check-content.ts';
import { type Ask, explainAnswer, newContent } from './new-content.ts';

// `npm run content:new -- news`: asks an editor for what a new entry needs, and writes it.

const root = join(import.meta.dirname, '../../..');
const content = join(root, 'content');
const read = (path: string): unknown => JSON.parse(readFileSync(join(content, path), 'utf8'));

const lines = createInterface({ input: process.stdin, output: process.stdout });
/** Lines that come before their question are kept. */
const answers = lines[Symbol.asyncIterator]();
const ask: Ask = async (question, schema, initial) => {
  for (;;) {
    process.stdout.write(`${question}${initial ? ` [${initial}]` : ''}: `);
    const { value, done } = await answers.next();
    if (done) throw new Error('Cancelled: nothing was written.');
    const parsed = schema.safeParse(value.trim() || initial);
    if (parsed.success) return parsed.data;
    console.log(`  ${parsed.error.issues.map((issue) => explainAnswer(value.trim(), issue)).join(' ')}`);
  }
};

async function write(kind: string): Promise<void> {
  const make = newContent[kind];
  if (!make) throw new Error(`There is no "${kind}". Use one of: ${Object.keys(newContent).join(', ')}.`);
  const before = checkContent().problems;
  const inLists = before.filter((problem) =>
    /^content\/(newsletters|conferences\/[^/:]+)\.json:/.test(problem),
  );
  if (inLists.length > 0) throw new Error([...inLists, 'Correct this first, then try again.'].join('\n'));
  const made = await make(ask, {
    today: hongKongDate(new Date()),
    paths: globSync('**/*', { cwd: content }).map((path) => path.replaceAll('\\', '/')),
    lastIssue: Newsletters.parse(read('newsletters.json')).issues[0]?.number ?? 0,
    editions: Object.fromEntries(
      globSync('*.json', { cwd: join(content, 'conferences') })
        .sort()
        .map((name) => [name.slice(0, -'.json'.length), Series.parse(read(`conferences/${name}`)).editions]),
    ),
  });
  const file = join(content, made.path);
  if ('text' in made) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, made.text, { flag: 'wx' });
  } else {
    const top = `"${made.list}": [`;
    const entry = `${top}${JSON.stringify(made.entry, null, 2)},`;
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(top, () => entry),
    );
  }
  if (file.endsWith('.json'))
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/@biomejs/biome/bin/biome'),
        'format',
        '--write',
        '--no-errors-on-unmatched',
        file,
      ],
      { cwd: root, stdio: 'ignore' },
    );
  const mistakes = checkContent().problems.filter((problem) => !before.includes(problem));
  if (mistakes.length > 0)
    throw new Error(
      [`content/${made.path} is written, with mistakes. Correct these:`, ...mistakes].join('\n'),
    );
  console.log(`content/${made.path} is written. "npm run dev" shows it.`);
}

const program = new Command('npm run content:new --')
  .description('Asks for what a new entry of content/ needs, and writes it.')
  .argument('<kind>', Object.keys(newContent).join(', '))
  .action(write);
try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  lines.close();
}
