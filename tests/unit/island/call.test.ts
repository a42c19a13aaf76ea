import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { request, upload } from '../../../account-island/api/client.ts';
import { ApiError } from '../../../account-island/api/http.ts';
import { onPromptChanged, resolvePrompt, wantedPrompt } from '../../../account-island/api/prompts.ts';
import { getSalt, logout } from '../../../functions/contract/auth.ts';
import { createCampaign } from '../../../functions/contract/compose-campaign.ts';
import { stubBrowser, stubServer } from './browser.ts';

beforeEach(() => {
  stubBrowser();
  localStorage.setItem('token', 'a.b.c');
});

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

it("a request follows the contract's endpoint, with the token only if the call needs it", async () => {
  const received = stubServer({ json: { salt: 'abc', more: 1 } }, { json: { message: 'Logged out' } });
  expect(await request(getSalt, { username: 'ada' })).toEqual({ salt: 'abc' });
  await request(logout);
  expect(received).toEqual([
    { method: 'POST', path: '/api/auth/getSalt', authorization: null, body: { username: 'ada' } },
    { method: 'POST', path: '/api/auth/logout', authorization: 'Bearer a.b.c', body: null },
  ]);
});

it.each([
  ['404, in the contract’s words', 404, '{"message":"Username not found"}', 'rejected'],
  ['another code than 1, with its words', 200, '{"code":0,"msg":"Closed today"}', 'rejected'],
  ['a gateway’s page', 502, '<html>', 'invalid-reply'],
  ['a success that is not JSON', 200, '<html>', 'invalid-reply'],
  ['a success of another shape', 200, '{"salt":1}', 'invalid-reply'],
  ['a success’s body for a rejection', 500, '{"salt":"abc"}', 'invalid-reply'],
])('a failed call %s is %s', async (_, status, text, kind) => {
  stubServer({ status, text });
  const failed = await failureOf(request(getSalt, { username: 'ada' }));
  expect([failed.failure.kind, failed.status, failed.endpoint]).toEqual([kind, status, 'POST /auth/getSalt']);
});

it.each([
  ['the code', 403, 'second-factor-stale', 'second-factor'],
  ['the login', 401, 'unauthenticated', 'login'],
] as const)('an email is sent after %s that was asked for meanwhile', async (_, status, error, prompt) => {
  const received = stubServer(
    { status, json: { message: 'Not yet', error } },
    { json: { code: 1, msg: 'OK', data: { id: 'abc' } } },
  );
  const asked = Promise.withResolvers<void>();
  onTestFinished(onPromptChanged(asked.resolve));
  const attachment = new File(['%PDF-1.7'], 'tea.pdf');
  const fields = { subject: 'Tea', content: '<p>It is ready</p>', attachments: [attachment] };
  const sent = upload(createCampaign, fields);
  // A call that asks for nothing ends by itself.
  await Promise.race([asked.promise, sent]);
  expect(wantedPrompt()).toBe(prompt);
  expect(received).toHaveLength(1);
  resolvePrompt(prompt, true);
  expect(await sent).toMatchObject({ data: { id: 'abc' } });

  const form = new FormData();
  form.append('subject', fields.subject);
  form.append('content', fields.content);
  form.append('attachments', attachment);
  const call = ['/api/admin/send-email', [...form]];
  expect(received.map(({ path, body }) => [path, body instanceof FormData && [...body]])).toEqual([
    call,
    call,
  ]);
});
