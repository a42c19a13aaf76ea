import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { request } from '../../../account-island/api/client.ts';
import { ApiError } from '../../../account-island/api/http.ts';
import {
  onPromptChanged,
  type Prompt,
  resolvePrompt,
  wantedPrompt,
} from '../../../account-island/api/prompts.ts';
import { exportMembers } from '../../../functions/contract/admin-members.ts';
import { getSalt } from '../../../functions/contract/auth.ts';
import { getUserInfo, verifyEmail } from '../../../functions/contract/profile.ts';
import { stubBrowser, stubServer } from './browser.ts';

const stale = { status: 403, json: { error: 'second-factor-stale', message: 'Enter a code to continue' } };
const file = {
  json: { code: 1, msg: 'OK', data: { fileName: 'members.csv', url: 'https://files.example/1', members: 1 } },
};

beforeEach(() => stubBrowser());

/** In place of the page, which asks each time. */
const answering = (isGiven: boolean) => {
  const asked: Prompt[] = [];
  const stop = onPromptChanged(() => {
    const prompt = wantedPrompt();
    if (!prompt || asked.includes(prompt)) return;
    asked.push(prompt);
    setTimeout(resolvePrompt, 0, prompt, isGiven);
  });
  onTestFinished(() => void stop());
  return asked;
};

it('a call that needs the second factor is repeated once it was given, together with other calls, after one prompt', async () => {
  const received = stubServer(stale, stale, file, file);
  const asked = answering(true);
  await Promise.all([request(exportMembers, {}), request(exportMembers, {})]);
  expect([received.length, asked]).toEqual([4, ['second-factor']]);
});

describe('a change after the session has ended', () => {
  const ended = { status: 401, json: { error: 'login-required', message: 'Login required' } };
  const change = () => request(verifyEmail, { action: 'send' });

  it.each([
    ['to something that was to be read', () => request(getUserInfo), 401],
    ['to a call without a session', () => request(getSalt, { username: 'ada' }), 401],
    ['for another reason', change, 403],
  ])('is not asked for by a refusal %s', async (_, call, status) => {
    const received = stubServer({ ...ended, status });
    const asked = answering(true);
    await expect(call()).rejects.toThrow(ApiError);
    expect([received.length, asked]).toEqual([1, []]);
  });
});
