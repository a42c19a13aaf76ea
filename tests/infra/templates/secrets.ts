import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { findResources, synthesised } from '../synthesised.ts';

const { data, website, jobs } = synthesised();
const runbook = readFileSync(join(import.meta.dirname, '../../../infra/README.md'), 'utf8');
const [, section = ''] = /^## Change a secret\n(.*?)^## /ms.exec(runbook) ?? [];

const outputs = (template: Template) =>
  Object.entries(template.findOutputs('*') as Record<string, { Value: unknown }>);

/** The name under which the runbook's commands know a secret: its output or, without one, its construct. */
const nameOf = (id: string) =>
  outputs(website).find(
    ([name, { Value }]) => !name.startsWith('Exports') && JSON.stringify(Value).includes(id),
  )?.[0] ?? id.replace(/[\dA-F]{8}$/, '');

/** The outputs of the functions that have a secret in their environment. */
const readersOf = (secret: string) =>
  [website, jobs].flatMap((template) =>
    Object.entries(findResources(template, 'AWS::Lambda::Function')).flatMap(([id, { Properties }]) => {
      if (!JSON.stringify(Properties['Environment'] ?? {}).includes(secret)) return [];
      const named = outputs(template).find(
        ([name, { Value }]) =>
          name.endsWith('Function') && JSON.stringify(Value) === JSON.stringify({ Ref: id }),
      );
      return [named?.[0] ?? id];
    }),
  );

describe('the runbook’s list of secrets', () => {
  const secrets = [data, website].flatMap((template) =>
    Object.keys(findResources(template, 'AWS::SecretsManager::Secret')),
  );
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name = '', functions = '']) => ({
    name,
    readers: [...functions.matchAll(/`(\w+)`/g)].map(([, reader]) => reader).sort(),
  }));

  it('has those of the templates, each with the functions that read it', () =>
    expect(rows.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
      secrets
        .map((id) => ({ name: nameOf(id), readers: readersOf(id).sort() }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    ));

  it.each(rows)('says how $name is changed, and starts its functions anew', ({ name, readers }) => {
    const [, steps = ''] = new RegExp(`^### ${name}\\n(.*?)(?=^### |$(?![^]))`, 'ms').exec(section) ?? [];
    expect(steps.length).toBeGreaterThan(80);
    // A deployment starts them.
    if (name === 'OriginSecret') expect(steps).toContain('originSecretNumber');
    else for (const reader of readers) expect(steps).toMatch(new RegExp(`restart \\w+ ${reader}\\b`));
  });

  it('has those that no template knows', () => {
    for (const name of ['Backup passphrase', 'Password of the smoke test’s account'])
      expect(section).toContain(`### ${name.replace('’', "'")}\n`);
  });
});
