import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { parseWebAddress } from '../../../account-island/components/external-link.tsx';
import { ProfileForm, saveProfile } from '../../../account-island/features/profile/profile-form.tsx';
import { missingFields } from '../../../account-island/features/profile/profile-panel.tsx';
import { messages, waitMessage } from '../../../account-island/text/account.ts';
import { describeError } from '../../../account-island/text/errors.ts';
import { profileErrors, profileLabels } from '../../../account-island/text/profile.ts';
import { invalidReply, notice, rejected, unreachable } from './api-errors.ts';
import { stubBrowser } from './browser.ts';
import { profile } from './profile.ts';

describe('the banner for missing values', () => {
  it.each(['username', 'gender', 'email', 'affiliation', 'country', 'title'])(
    'is shown without %s',
    (field) => {
      expect(missingFields(profile({ [field]: '' }))).toEqual([field]);
    },
  );

  it.each(['education', 'homepage', 'phone', 'dob', 'address', 'description'])(
    'is not shown without %s',
    (field) => {
      expect(missingFields(profile({ [field]: '' }))).toEqual([]);
    },
  );
});

it('the form calls those fields optional for which the banner does not ask', () => {
  const field = (name: keyof typeof profileLabels) => ({
    name,
    label: profileLabels[name],
    error: undefined,
  });
  const form = renderToStaticMarkup(
    createElement(ProfileForm, { member: profile(), edits: undefined, field }),
  );
  const optional = form.matchAll(/([^<>]+) <span class="label__optional">/g);
  expect(Array.from(optional, ([, label]) => label)).toEqual([
    'Date of birth',
    'Phone',
    'Education',
    'Personal homepage',
    'Address',
    'Self description',
  ]);
});

describe('a homepage', () => {
  it.each([
    ['https://example.org/teapot', 'https://example.org/teapot', 'example.org/teapot'],
    ['http://example.org/', 'http://example.org/', 'example.org'],
    ['HTTPS://example.org', 'https://example.org/', 'example.org'],
  ])('%j is a link', (homepage, href, text) => {
    expect(parseWebAddress(homepage)).toEqual({ href, text });
  });

  it.each([
    '',
    'example.org',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://',
    'data:text/html,<script>alert(1)</script>',
    'mailto:teapot@example.org',
  ])('%j is not a link', (homepage) => {
    expect(parseWebAddress(homepage)).toBeNull();
  });
});

describe('a failed save says', () => {
  beforeEach(() => void stubBrowser());
  const describeSave = (failure: ApiErrorKind) =>
    notice(describeError(new ApiError('updateUserInfo', failure), profileErrors, profileLabels));

  it('that there is no token', async () => {
    expect(await saveProfile(profile(), { version: 'a', fields: {} })).toEqual({
      notice: { tone: 'danger', text: 'Update failed: No authentication token found' },
    });
  });

  it.each([
    ['username-taken', 'Username already exists', { username: 'Update failed: Username already exists' }],
    ['email-taken', 'Email already registered', { email: 'Update failed: Email already registered' }],
    ['recent-sign-in-required', 'Please log in again.', { note: 'Update failed: Please log in again.' }],
    ['profile-conflict', '', { note: 'Update failed: Update failed' }],
  ])('for the error code %j: %j', (error, message, sentences) => {
    expect(describeSave(rejected(409, { error, message }))).toEqual(sentences);
  });

  it.each<[ApiErrorKind, object]>([
    // Another code than 1, which the specification's call explains in `msg`.
    [
      rejected(200, { message: 'Closed today', msg: 'Closed today' }),
      { note: 'Update failed: Closed today' },
    ],
    [
      rejected(401, { error: 'unauthenticated', message: 'Log in to continue.' }),
      { note: 'Update failed: Log in to continue.' },
    ],
    [
      rejected(500, { error: 'internal-error', message: 'Server error' }),
      { note: 'Update failed: Server error' },
    ],
    [
      rejected(400, { issues: [{ path: 'dob', message: "Enter today's date or an earlier date." }] }),
      { dob: "Enter today's date or an earlier date." },
    ],
    [rejected(429, { retryAfterSeconds: 9 }), { note: `Update failed: ${waitMessage(9)}` }],
    [invalidReply(502), { note: 'Update failed: Update failed' }],
    [unreachable('Failed to fetch'), { note: `Update failed: ${messages.noReply}` }],
  ])('for %j: %j', (failure, sentences) => {
    expect(describeSave(failure)).toEqual(sentences);
  });
});
