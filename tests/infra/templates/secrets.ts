import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { synthesised } from '../synthesised.ts';

const { website, jobs, find } = synthesised();
const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
const [, section = ''] = /^## Change a secret\n(.*?)^## /ms.exec(runbook) ?? [];

const outputs = [website, jobs].flatMap((template: Template) =>
  Object.entries(template.findOutputs('*')).map(([name, { Value }]) => ({
    name,
    value: JSON.stringify(Value),
  })),
);
/** The name under which the runbook's commands know a secret: its output or, without one, its construct. */
const nameOf = (id: string) =>
  outputs.find(({ name, value }) => !name.startsWith('Exports') && value.includes(id))?.name ??
  id.replace(/[\dA-F]{8}$/, '');

/** The outputs of the functions that have a secret in their environment. */
const readersOf = (secret: string) =>
  find('AWS::Lambda::Function')
    .filter(({ Properties }) => JSON.stringify(Properties['Environment'] ?? {}).includes(secret))
    .map(({ id }) => outputs.find(({ value }) => value === `{"Ref":"${id}"}`)?.name ?? id);

describe('the runbook’s list of secrets', () => {
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name = '', functions = '']) => ({
    name,
    readers: [...functions.matchAll(/`(\w+)`/g)].map(([, reader]) => reader).sort(),
  }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

  it('has those of the templates, each with the functions that read it', () =>
    expect(rows.toSorted(byName)).toEqual(
      find('AWS::SecretsManager::Secret')
        .map(({ id }) => ({ name: nameOf(id), readers: readersOf(id).sort() }))
        .sort(byName),
    ));
});
