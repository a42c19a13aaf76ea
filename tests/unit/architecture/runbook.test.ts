import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LOG_EVENTS } from '#shared/log-events';
import { createProgram } from '../../../infra/cli/program.ts';

const GUIDES = ['infra/README.md', 'README.md', 'docs/moving-in.md'];
const texts = GUIDES.map((name) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8'));

it('the runbook names every command of the operator', () => {
  const named = texts[0]?.match(/(?<=`|npm run ops -- )[a-z-]+(?=[` ])/g);
  const { commands } = createProgram({ environment: {}, print: () => {} });
  expect(named).toEqual(expect.arrayContaining(commands.map((command) => command.name())));
});

it('the runbook looks for lines of events that are logged', () => {
  const named = texts.flatMap((text) => [...text.matchAll(/`lines \w+ \w+Log ([a-z-]+)/g)]);
  expect(named.length).toBeGreaterThan(20);
  for (const [, event = ''] of named) expect(Object.keys(LOG_EVENTS)).toContain(event);
});
