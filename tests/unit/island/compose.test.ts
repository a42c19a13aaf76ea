import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../account-island/api/http.ts';
import {
  attachmentError,
  describeMailError,
  emptyMessage,
  validateMessage,
} from '../../../account-island/office/mail/compose/message.ts';
import { invalidReply, rejected } from './api-errors.ts';

const MB = 1024 * 1024;
const now = new Date('2026-10-30T04:00:00Z');
const whole = {
  ...emptyMessage,
  recipients: ['bunny@example.org'],
  subject: '茶壺',
  content: '<p>Hello</p>',
};

describe('an attachment', () => {
  const file = (name: string, size: number, start = '%PDF-1.7') =>
    new File([start.slice(0, size), new Uint8Array(Math.max(0, size - start.length)).fill(32)], name);
  it.each([
    ['is accepted', file('a.PDF', 3 * MB), [], undefined],
    ['is no executable', file('a.pdf.exe', 100), [], 'file-type'],
    ['is what its name says', file('a.pdf', 100, 'MZ'), [], 'file-type'],
    ['is not empty', file('a.pdf', 0), [], 'file-upload'],
    ['has at most 3 MB', file('a.pdf', 3 * MB + 1), [], 'file-size'],
    ['has at most 3.6 MB with the others', file('a.pdf', 2 * MB), [file('b.pdf', 2 * MB)], 'file-size'],
    ['is one of five', file('a.pdf', 100), Array.from({ length: 5 }, () => file('b.pdf', 1)), 'file-count'],
  ])('%s', async (_, added, attached, error) => {
    expect(await attachmentError(added, attached)).toBe(error);
  });
});

describe('a message', () => {
  const later = (scheduleTime: string) => ({ ...whole, isLater: true, scheduleTime });
  it.each([
    ['that is whole', whole, []],
    [
      'with a blank subject and body',
      { ...whole, subject: ' \t', content: '<p>&nbsp;</p><p> </p>' },
      ['subject', 'content'],
    ],
    ['without anything', emptyMessage, ['recipients', 'subject', 'content']],
    ['within the minute', later('2026-10-30T12:00'), ['scheduleTime']],
    ['a minute ahead', later('2026-10-30T12:01'), []],
    ['more than a year ahead', later('2027-10-30T12:01'), ['scheduleTime']],
  ])('%s', (_, message, fields) => {
    expect([...validateMessage(message, now).keys()]).toEqual(fields);
  });
});

describe('a server error', () => {
  const failed = (status: number, reason?: string, message?: string) =>
    new ApiError(
      'createCampaign',
      rejected(status, {
        error: `campaign-${reason}`,
        ...(message && { issues: [{ path: 'content', message }] }),
      }),
    );
  const deep = 'The text has too many nested elements. Paste it without its formatting.';
  it.each([
    ['file-type', failed(400, 'file-type'), 'files', 'Invalid file type. Please select a valid file.'],
    ['file-size', failed(400, 'file-size'), 'files', 'File too large. Please select a smaller file.'],
    ['file-upload', failed(400, 'file-upload'), 'files', 'File upload error. Please try again.'],
    ['file-count', failed(400, 'file-count'), 'files', 'Too many files. Please select fewer files.'],
    [
      '413 of API Gateway itself',
      new ApiError('POST /admin/send-email', invalidReply(413)),
      'files',
      'File too large. Please select a smaller file.',
    ],
    ['a text that nests too deep', failed(400, 'content', deep), 'content', deep],
    ['anything else', failed(500), undefined, 'Failed to send email. Please try again.'],
  ])('is described for %s', (_, error, field, sentence) => {
    expect(describeMailError(error, true)).toEqual({ ...(field && { field }), sentence });
  });
});
