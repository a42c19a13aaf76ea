import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../account-island/api/http.ts';
import { parseWebAddress } from '../../../account-island/components/external-link.tsx';
import { ProfileForm, saveProfile } from '../../../account-island/features/profile/profile-form.tsx';
import { missingFields } from '../../../account-island/features/profile/profile-panel.tsx';
import { messages } from '../../../account-island/text/account.ts';
import { describeError } from '../../../account-island/text/errors.ts';
import { profileErrors, profileLabels } from '../../../account-island/text/profile.ts';
import { invalidReply, notice, rejected, unreachable } from './api-errors.ts';
import { stubBrowser } from './browser.ts';
import { profile } from './profile.ts';

it('the banner asks for six fields', () => {
  const names = Object.keys(profile());
  expect(names.filter((field) => missingFields(profile({ [field]: '' })).length > 0)).toEqual([
    ...['username', 'gender', 'email', 'affiliation', 'country', 'title'],
  ]);
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

it.each([
  ['https://example.org/teapot', { href: 'https://example.org/teapot', text: 'example.org/teapot' }],
  ['HTTPS://example.org', { href: 'https://example.org/', text: 'example.org' }],
  ['example.org', null],
  ['JaVaScRiPt:alert(1)//https://', null],
  ['mailto:teapot@example.org', null],
])('the homepage %j is the link %j', (homepage, link) => {
  expect(parseWebAddress(homepage)).toEqual(link);
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

  const taken = { error: 'username-taken', message: 'Username already exists' };
  it.each<[ApiErrorKind, object]>([
    [rejected(409, taken), { username: 'Update failed: Username already exists' }],
    [rejected(409, { error: 'profile-conflict', message: '' }), { note: 'Update failed: Update failed' }],
    // Another code than 1, which the specification's call explains in `msg`.
    [
      rejected(200, { message: 'Closed today', msg: 'Closed today' }),
      { note: 'Update failed: Closed today' },
    ],
    [
      rejected(400, { issues: [{ path: 'dob', message: "Enter today's date or an earlier date." }] }),
      { dob: "Enter today's date or an earlier date." },
    ],
    [invalidReply(502), { note: 'Update failed: Update failed' }],
    [unreachable('Failed to fetch'), { note: `Update failed: ${messages.noReply}` }],
  ])('for %j: %j', (failure, sentences) => {
    expect(describeSave(failure)).toEqual(sentences);
  });
});
