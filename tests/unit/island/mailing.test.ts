import { beforeEach, describe, expect, it } from 'vitest';
import { hongKongDateTime, withHongKongOffset } from '#shared/hong-kong';
import { canonicalize } from '#shared/text';
import { ApiError } from '../../../account-island/api/http.ts';
import {
  draftOf,
  emptyMessage,
  isBlankHtml,
  letterOf,
  validateAttachments,
  validateMessage,
} from '../../../account-island/features/admin-mail/compose/message.ts';
import { withoutThese, withThese } from '../../../account-island/features/admin-mail/compose/recipients.ts';
import {
  cleanPastedHtml,
  toLinkAddress,
} from '../../../account-island/features/admin-mail/editor/editor-schema.ts';
import { refused } from '../../../account-island/features/admin-mail/mail-errors.ts';
import {
  clearUnsavedMessage,
  loadUnsavedMessage,
  storeUnsavedMessage,
} from '../../../account-island/features/admin-mail/unsaved-message.ts';
import { formatAge, formatBothZones } from '../../../account-island/text/dates.ts';
import { formatBytes } from '../../../account-island/text/format.ts';
import { stubBrowser, tokenOf } from './browser.ts';

const MB = 1024 * 1024;
const now = new Date('2026-10-30T04:00:00Z');
const whole = {
  ...emptyMessage,
  recipients: ['bunny@example.org'],
  subject: '茶壺',
  content: '<p>Hello</p>',
};

describe('attachments', () => {
  const pdf = (size: number) => ({ name: 'a.PDF', size });
  it.each([
    ['all that is allowed', [pdf(3 * MB), { name: 'b.jpeg', size: 1 }], [undefined, undefined]],
    ['an executable', [{ name: 'a.pdf.exe', size: 1 }], ['file-type']],
    ['no extension', [{ name: 'pdf', size: 1 }], ['file-type']],
    ['nothing in it', [pdf(0)], ['file-upload']],
    ['one byte over 3 MB', [pdf(3 * MB + 1)], ['file-size']],
    ['too much together', [pdf(2 * MB), pdf(2 * MB)], [undefined, 'file-size']],
    ['a sixth', Array.from({ length: 6 }, () => pdf(1)), [...Array(5).fill(undefined), 'file-count']],
  ])('%s', (_, files, fieldErrors) => {
    expect(validateAttachments(files)).toEqual(fieldErrors);
  });
});

describe('a letter', () => {
  const later = (scheduleTime: string) => ({ ...whole, isLater: true, scheduleTime });
  it.each([
    ['that is whole', whole, []],
    ['without recipients', { ...whole, recipients: [] }, ['recipients']],
    ['with a blank subject', { ...whole, subject: ' \t' }, ['subject']],
    ['with a blank body', { ...whole, content: '<p>&nbsp;</p><p> </p>' }, ['content']],
    ['without anything', emptyMessage, ['recipients', 'subject', 'content']],
    ['without its time', later(''), ['scheduleTime']],
    ['within the minute', later('2026-10-30T12:00'), ['scheduleTime']],
    ['a minute ahead', later('2026-10-30T12:01'), []],
    ['a year ahead', later('2027-10-30T12:00'), []],
    ['more than a year ahead', later('2027-10-30T12:01'), ['scheduleTime']],
  ])('%s', (_, letter, fields) => {
    expect([...validateMessage(letter, now).keys()]).toEqual(fields);
  });

  it('is not blank with a picture alone', () => {
    expect(isBlankHtml('<p><img src="/mail-images/a.png" alt=""></p>')).toBe(false);
  });

  it('comes back from its draft without its files', () => {
    const letter = { ...later('2026-10-31T18:00'), files: [new File(['x'], 'a.pdf')] };
    const draft = draftOf(letter);
    expect(draft.attachments).toEqual([{ name: 'a.pdf', size: 1 }]);
    expect(letterOf(draft)).toEqual({ ...letter, files: [] });
  });
});

describe('a letter that is not saved', () => {
  const letter = {
    ...whole,
    isLater: true,
    scheduleTime: '2026-10-31T18:00',
    files: [new File(['x'], 'a.pdf')],
  };
  const signInAs = (username: string) =>
    sessionStorage.setItem('token', tokenOf({ username, jti: username, exp: 2_000_000_000 }));
  beforeEach(() => {
    stubBrowser();
    signInAs('teapot');
    storeUnsavedMessage(letter);
  });

  it('comes back to its writer, files and all', () => {
    expect(loadUnsavedMessage()).toEqual({ letter, attachments: [] });
  });

  it('comes back to nobody else, and not once it is forgotten', () => {
    signInAs('bunny');
    expect(loadUnsavedMessage()).toBeUndefined();
    signInAs('teapot');
    clearUnsavedMessage();
    expect(loadUnsavedMessage()).toBeUndefined();
  });

  it('is not kept for somebody who has signed out', () => {
    sessionStorage.clear();
    storeUnsavedMessage(letter);
    expect(sessionStorage.getItem('letter')).toBeNull();
  });

  it.each(['{', '{"username":"teapot"}', 'null'])('is none where the tab holds %j', (text) => {
    sessionStorage.setItem('letter', text);
    expect(loadUnsavedMessage()).toBeUndefined();
  });
});

it.each([
  ['<p style="color:red" class=a>x</p>', '<p class=a>x</p>'],
  [`<a href="/a" onclick='go("x")' STYLE=b>x</a>`, '<a href="/a">x</a>'],
  ['<img alt="a > b" style="x">', '<img alt="a > b">'],
  ['<p> style="stays"</p>', '<p> style="stays"</p>'],
  ['<style>p{}</style><H1 style="x">x</H1>', '<h2>x</h2>'],
  ['<h5>x</h5><hr>', '<h3>x</h3><hr>'],
])('%j is pasted as %j', (html, pasted) => {
  expect(cleanPastedHtml(html)).toBe(pasted);
});

describe('times', () => {
  it('are those of Hong Kong, whatever the clock here', () => {
    expect(withHongKongOffset('2026-10-31T18:00')).toBe('2026-10-31T18:00:00+08:00');
    expect(hongKongDateTime(now)).toBe('2026-10-30T12:00');
    expect(formatBothZones('2026-10-31T18:00')).toContain('18:00 in Hong Kong');
    expect(formatBothZones('')).toBe('');
  });

  it.each([
    ['2026-10-30T03:59:30Z', 'just now'],
    ['2026-10-30T03:15:00Z', '45 minutes ago'],
    ['2026-10-30T01:00:00Z', '3 hours ago'],
    ['2026-10-27T04:00:00Z', '3 days ago'],
    ['2026-10-30T05:00:00Z', 'just now'],
  ])('%s is %s', (instant, age) => {
    expect(formatAge(instant, now)).toBe(age);
  });
});

describe('a refusal', () => {
  const failed = (status: number, reason?: string) =>
    new ApiError('createCampaign', {
      kind: 'rejected',
      status,
      body: { error: `campaign-${reason}`, message: '' },
    });
  const gateway = new ApiError('createCampaign', { kind: 'invalid-reply', status: 413 });
  const issues = [
    {
      path: 'content',
      message: 'has too many elements inside each other; paste the text without its formatting',
    },
  ];
  const deep = new ApiError('createCampaign', {
    kind: 'rejected',
    status: 400,
    body: { error: 'campaign-content', message: '', issues },
  });
  const unreachable = new ApiError('createCampaign', { kind: 'unreachable', reason: 'error' });
  it.each([
    ['file-type', failed(400, 'file-type'), 'files', 'Invalid file type. Please select a valid file.'],
    ['file-size', failed(400, 'file-size'), 'files', 'File too large. Please select a smaller file.'],
    ['file-upload', failed(400, 'file-upload'), 'files', 'File upload error. Please try again.'],
    ['file-count', failed(400, 'file-count'), 'files', 'Too many files. Please select fewer files.'],
    ['413', failed(413), 'files', 'File too large. Please select a smaller file.'],
    ['413 of API Gateway itself', gateway, 'files', 'File too large. Please select a smaller file.'],
    [
      'a text that nests too deep',
      deep,
      'content',
      'Content has too many elements inside each other; paste the text without its formatting',
    ],
    ['a broken upload', unreachable, undefined, 'File upload error. Please try again.'],
    ['anything else', failed(500), undefined, 'Failed to send email. Please try again.'],
  ])('for %s', (_, error, field, sentence) => {
    expect(refused(error, true)).toEqual({ ...(field && { field }), sentence });
  });
});

it.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['example.org', 'https://example.org'],
  ['mailto:bunny@example.org', 'mailto:bunny@example.org'],
  ['javascript:alert(1)', undefined],
  ['https://{{firstName}}.example', undefined],
  ['', undefined],
])('a link to %j is %j', (typed, address) => {
  expect(toLinkAddress(typed)).toBe(address);
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [2_400_000, '2.4 MB'],
  [2_000_000_000, '2.0 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('chooses each address once and leaves out those named', () => {
  expect(withThese(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(withoutThese(['a', 'b', 'c'], ['b'])).toEqual(['a', 'c']);
  expect(canonicalize(' Bunny@Example.org ')).toBe('bunny@example.org');
});
