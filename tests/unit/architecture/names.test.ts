import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Retired words and their replacements: no identifier, file name or class contains one. */
const retired = new Map([
  ['act', 'action'],
  ['acts', 'actions'],
  ['ambient', 'runtime'],
  ['announcer', 'CampaignSender'],
  ['aside', 'review'],
  ['book', 'list, or what it lists'],
  ['chance', 'random'],
  ['deed', 'AdminAction'],
  ['desk', 'admin'],
  ['doors', 'localRoutes'],
  ['fate', 'simulatedOutcome'],
  ['findings', 'rowErrors'],
  ['foot', 'Footer'],
  ['gather', 'batch'],
  ['gathered', 'batched'],
  ['gone', 'deleted or missing'],
  ['holder', 'MemberSummary'],
  ['judge', 'validate'],
  ['laureate', 'AwardWinner'],
  ['letterhead', 'MimeTemplate'],
  ['lift', 'unsuppress'],
  ['lifted', 'unsuppressed'],
  ['mast', 'Header'],
  ['obstacle', 'failedCondition'],
  ['obstacles', 'failedConditions'],
  ['outbox', 'campaigns or TransactionalMailQueue'],
  ['pace', 'SendRateLimiter'],
  ['patience', 'timeout'],
  ['plate', 'figure'],
  ['rail', 'Sidebar'],
  ['refusal', 'DomainError or ErrorCode'],
  ['road', 'CampaignQueue'],
  ['settle', 'resolve or finish'],
  ['settled', 'finished, resolved, debounced or paid'],
  ['sheet', 'MobileMenu'],
  ['sift', 'partition'],
  ['standing', 'status'],
  ['surplus', 'overpayment'],
  ['tally', 'counts'],
  ['tells', 'log'],
  ['told', 'ok'],
  ['treasurer', 'payments for review'],
  ['treasury', 'payments for review'],
  ['wish', 'preference or input'],
  ['wishes', 'MailPreferences'],
]);

/** Names of other libraries. */
const foreign = new Set(['allSettled', 'onSettled', 'CSSStyleSheet']);

const sources = execFileSync('git', ['ls-files', 'functions', 'account-island', 'site', 'infra', 'tests'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.startsWith('tests/bench/peers/'));

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .map((word) => word.toLowerCase());

const isRetired = (name: string): boolean =>
  !foreign.has(name) && wordsOf(name).some((word) => retired.has(word));

function identifiersOf(file: string): Set<string> {
  const names = new Set<string>();
  const text = readFileSync(file, 'utf8');
  // Comments and texts may hold such a word: only then is the file parsed.
  if (![...new Set(text.match(/[\p{L}_$][\p{L}\d_$]*/gu))].some(isRetired)) return names;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

it('no identifier holds a retired word', () => {
  const found = sources
    .filter((file) => /\.(tsx?|m?js)$/.test(file))
    .flatMap((file) =>
      [...identifiersOf(file)].filter(isRetired).map((name) => {
        const instead = wordsOf(name).flatMap((word) => retired.get(word) ?? []);
        return `${file}: ${name} (write ${instead.join(', ')})`;
      }),
    );
  expect(found).toEqual([]);
});

it('no file is named by a retired word', () => {
  expect(sources.filter((file) => isRetired(basename(file, extname(file))))).toEqual([]);
});

it('no class of a stylesheet holds a retired word', () => {
  const classes = sources
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => ({ file, name })),
    );
  expect(classes.length).toBeGreaterThan(100);
  expect(classes.filter(({ name }) => isRetired(name))).toEqual([]);
});
