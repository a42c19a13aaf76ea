import { expect, it } from 'vitest';
import {
  changePassword,
  isComplete,
  passwordsDiffer,
} from '../../../account-island/features/password/change-password.tsx';
import { hashed } from '../../support/api/make.ts';
import { stubBrowser, stubServer } from './browser.ts';

const typed = (old_password: string, password: string, confirmation: string) => ({
  old_password,
  password,
  confirmation,
});

it.each([
  ['a', 'b', 'c', false, true],
  ['a', 'b', 'b ', false, true],
  ['', 'b', 'b', false, false],
  [' ', ' ', ' ', true, false],
])(
  'current %j, new %j, confirm %j: the button is enabled: %s, they differ: %s',
  (a, b, c, ready, different) => {
    expect([isComplete(typed(a, b, c)), passwordsDiffer(typed(a, b, c))]).toEqual([ready, different]);
  },
);

it('changing the password requests both salts, and sends the hashes of the passwords', async () => {
  stubBrowser();
  localStorage.setItem('token', 'a.b.c');
  const received = stubServer(
    { json: { salt: 'new-salt' } },
    { json: { salt: 'old-salt' } },
    { json: { message: 'Password changed.', passkeysRemoved: true } },
  );
  expect(await changePassword('teapot', typed('old', 'new', 'new'))).toEqual({ passkeysRemoved: true });
  expect(received).toEqual([
    { method: 'POST', path: '/api/auth/gensalt', authorization: 'Bearer a.b.c', body: null },
    { method: 'POST', path: '/api/auth/getSalt', authorization: null, body: { username: 'teapot' } },
    {
      method: 'POST',
      path: '/api/user/password-update',
      authorization: 'Bearer a.b.c',
      body: {
        username: 'teapot',
        old_password: hashed('old', 'old-salt'),
        new_password: hashed('new', 'new-salt'),
        salt: 'new-salt',
      },
    },
  ]);
});
