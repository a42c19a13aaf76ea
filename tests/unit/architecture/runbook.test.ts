import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { operatorCommands } from '../../support/operator-commands.ts';

const GUIDES = ['infra/README.md', 'README.md', 'docs/moving-in.md'];
const texts = GUIDES.map((name) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8'));

describe('a command of the operator in the guides', () => {
  /** Each as in `npm run ops -- disable NAME --reason TEXT --stage production`, once. */
  const used = [...new Set(texts.flatMap((text) => text.match(/npm run ops -- [a-z][^`\n]*/g) ?? []))].map(
    (line) => line.replace('npm run ops -- ', ''),
  );

  it.each(used)('can be entered: %s', (line) => {
    const [name = ''] = line.split(' ');
    const command = operatorCommands.find((each) => each.name() === name);
    expect(command, name).toBeDefined();
    const given = [...line.matchAll(/ (--[a-z-]+)/g)].map(([, option]) => option);
    const options = command?.options ?? [];
    expect([...options.map(({ long }) => long), '--help']).toEqual(expect.arrayContaining(given));
    // A line with a stage is whole: it has every option that the command needs.
    if (!given.includes('--stage')) return;
    const needed = options.filter(({ mandatory }) => mandatory).map(({ long }) => long);
    expect(given).toEqual(expect.arrayContaining(needed));
  });
});

it('the runbook names every command of the operator', () => {
  const named = texts[0]?.match(/(?<=`|npm run ops -- )[a-z-]+(?=[` ])/g);
  expect(named).toEqual(expect.arrayContaining(operatorCommands.map((command) => command.name())));
});

it('the runbook looks for lines of events that are logged', () => {
  const named = texts.flatMap((text) => [...text.matchAll(/`lines \w+ \w+Log ([a-z-]+)/g)]);
  expect(named.length).toBeGreaterThan(20);
  for (const [, event = ''] of named) expect(Object.keys(LOG_EVENTS)).toContain(event);
});
