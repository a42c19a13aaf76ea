import { beforeEach, describe, expect, it } from 'vitest';
import { request } from '../../../account-island/api/client.ts';
import { ApiError } from '../../../account-island/api/http.ts';
import {
  isCodeWanted,
  onCodeWanted,
  resolveSecondFactor,
} from '../../../account-island/api/second-factor.ts';
import { describeError, errorSentence } from '../../../account-island/text/errors.ts';
import { codeErrors, codeLabels } from '../../../account-island/text/second-factor.ts';
import { signInErrors, signInLabels } from '../../../account-island/text/sign-in.ts';
import { exportMembers } from '../../../functions/contract/admin-members.ts';
import { notice, rejected } from './api-errors.ts';
import { stubBrowser, stubServer } from './browser.ts';

const stale = { status: 403, json: { error: 'second-factor-stale', message: 'Enter a code to continue' } };
const file = { json: { code: 1, msg: 'OK', data: { fileName: 'members.csv', csv: 'a' } } };

beforeEach(() => stubBrowser());

describe('a call that needs the second factor', () => {
  /** In place of the page, which asks each time. */
  const answering = (isGiven: boolean) => {
    const counted = { questions: 0 };
    const stop = onCodeWanted(() => {
      if (!isCodeWanted()) return;
      counted.questions += 1;
      setTimeout(resolveSecondFactor, 0, isGiven);
    });
    return { counted, stop };
  };

  it('is repeated once it was given', async () => {
    const received = stubServer(stale, file);
    const { counted, stop } = answering(true);
    expect((await request(exportMembers, {})).data.fileName).toBe('members.csv');
    expect([received.length, counted.questions, isCodeWanted()]).toEqual([2, 1, false]);
    stop();
  });

  it('is repeated together with other calls, after one prompt', async () => {
    const received = stubServer(stale, stale, file, file);
    const { counted, stop } = answering(true);
    await Promise.all([request(exportMembers, {}), request(exportMembers, {})]);
    expect([received.length, counted.questions]).toEqual([4, 1]);
    stop();
  });

  it('fails with a sentence if the member does not give it', async () => {
    const received = stubServer(stale);
    const { stop } = answering(false);
    const error = await request(exportMembers, {}).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(errorSentence(error)).toBe('Enter a code to continue');
    expect(received.length).toBe(1);
    stop();
  });

  it('fails at once on a page without a prompt', async () => {
    stubServer(stale);
    await expect(request(exportMembers, {})).rejects.toThrow(ApiError);
  });
});

it.each([
  [
    401,
    { error: 'second-factor-wrong', message: 'x' },
    { secondFactor: 'This code is wrong, expired or already used. Check it, or enter a new one.' },
  ],
  [401, { error: 'login-failed', message: 'Login failed' }, { password: 'Login failed' }],
])('a login rejected with %i %j says %j', (status, body, sentences) => {
  const error = new ApiError('login', { kind: 'rejected', status, body });
  expect(notice(describeError(error, signInErrors, signInLabels))).toEqual(sentences);
});

it.each([
  [true, { code: 'This code is wrong, expired or already used. Check it, or enter a new one.' }],
  [false, { note: 'Two-step verification is already on. Select Cancel to see its settings.' }],
])('a wrong code in a form with a field for it (%s) says %j', (hasCode, sentences) => {
  const issues = [{ path: 'code', message: 'This code is wrong or has expired.' }];
  const error = new ApiError('changeSecondFactor', rejected(400, { error: 'code-invalid', issues }));
  expect(notice(describeError(error, codeErrors(hasCode), codeLabels))).toEqual(sentences);
});
