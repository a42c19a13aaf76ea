import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportJob } from '#contract/imports';
import { describeStepError, runImport } from '../../../account-island/features/admin-members/run-import.ts';
import { checkedImport as checked } from '../../support/checked-import.ts';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
});

const applying: ImportJob = { ...checked, state: 'applying', done: 500, added: 500 };
const done: ImportJob = { ...checked, state: 'done', done: 600, added: 600 };

const reply = (data: unknown) => ({ json: { code: 1, msg: 'OK', data } });
const step = (job: ImportJob) => reply({ job });
const list = (...items: ImportJob[]) => reply({ items });
const lost = new TypeError('Failed to fetch');

/** What the panel shows at last, and its sentence. */
async function run(...answers: Parameters<typeof stubServer>) {
  stubServer(...answers);
  const shown: ImportJob[] = [];
  const error = await runImport(checked, (job) => shown.push(job)).catch((failure: unknown) => failure);
  return { shown: shown.at(-1), sentence: error && describeStepError(error) };
}

describe('an import', () => {
  it('whose first reply is lost is read again, and its sentence names the button that it has then', async () => {
    expect(await run(lost, list(applying))).toEqual({
      shown: applying,
      sentence: 'The import was interrupted. Rows already imported are kept. Select Resume to continue.',
    });
    const unsent =
      'The import was interrupted. Rows already imported are kept. Select "Import 600 members" to continue.';
    expect(await run(lost, list(checked))).toEqual({ shown: checked, sentence: unsent });
    expect(await run(lost, lost)).toEqual({ shown: checked, sentence: unsent });
  });

  it('whose last reply is lost is finished', async () => {
    expect(await run(step(applying), lost, list(done))).toEqual({ shown: done, sentence: undefined });
  });
});
