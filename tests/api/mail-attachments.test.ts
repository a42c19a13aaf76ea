import { afterAll, describe, expect, it } from 'vitest';
import { getMessage } from '../../functions/mail/campaigns/campaign-repository.ts';
import { someBytes, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** Every limit at its edge, files with a wrong extension, and malformed forms. */

const MB = 1024 * 1024;
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]);
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const jpg = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1');
const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const text = (words: string) => Buffer.from(words);
const pdf = (length = 200) => someBytes(length);

/** An office document of a kind: an archive with the entries that identify it. */
function office(kind: string): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const content = Buffer.from(
    `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
  );
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 0, 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, content]);
}
const docx = office('wordprocessingml.document');

type Files = Record<string, Uint8Array>;

const pipeline = await startMailPipeline();
afterAll(() => pipeline.stop());
const to = await pipeline.addMembers(1);

let turn = 0;
/** Once every ten minutes, below the hourly limit, which has a test of its own. */
async function send(files: Files) {
  turn += 1;
  pipeline.pass(10 * 60_000);
  const given = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
  return pipeline.send(to, { subject: `Attachments ${turn}` }, given);
}

describe('attachments', () => {
  it.each<[string, Files, names: string[]]>([
    [
      'five files',
      { 'a.pdf': pdf(), 'a.png': png, 'a.JPEG': jpg, 'a.docx': docx, 'a.txt': text('日程\n') },
      ['a.pdf', 'a.png', 'a.jpeg', 'a.docx', 'a.txt'],
    ],
    [
      'the other types',
      {
        'a.xlsx': office('spreadsheetml.sheet'),
        'a.pptx': office('presentationml.presentation'),
        'a.csv': text('a,b\n1,2\n'),
        'a.ics': text('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'),
      },
      ['a.xlsx', 'a.pptx', 'a.csv', 'a.ics'],
    ],
    ['3.6 MB together', { 'a.pdf': pdf(3 * MB), 'b.pdf': pdf(Math.floor(0.6 * MB)) }, ['a.pdf', 'b.pdf']],
    [
      'paths, and a name that reads backwards',
      { '../../etc/passwd.pdf': pdf(), 'C:\\temp\\plan.pdf': pdf(), 'read\u202efdp.pdf': pdf() },
      ['passwd.pdf', 'plan.pdf', 'readfdp.pdf'],
    ],
  ])('%s are accepted', async (_what, files, names) => {
    const { body } = await send(files);
    expect(body).toEqual({ code: 1, msg: expect.any(String), data: { id: expect.any(String) } });
    const message = await getMessage(pipeline.context, body.data.id);
    expect(message?.attachments.map(({ name }) => name)).toEqual(names);
  });

  const TYPE = 'Invalid file type. Please select a valid file.';
  const SIZE = 'File too large. Please select a smaller file.';
  const six = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.pdf`, pdf()]));

  it.each<[string, Files, reason: string, sentence: string]>([
    ['no bytes', { 'a.pdf': text('') }, 'file-upload', 'File upload error. Please try again.'],
    ['3 MB and a byte', { 'a.pdf': pdf(3 * MB + 1) }, 'file-size', SIZE],
    [
      '3.6 MB and a byte together',
      { 'a.pdf': pdf(3 * MB), 'b.pdf': pdf(Math.floor(0.6 * MB) + 1) },
      'file-size',
      SIZE,
    ],
    ['six files', six, 'file-count', 'Too many files. Please select fewer files.'],
    ['a picture with scripts', { 'a.svg': text('<svg onload="alert(1)"/>') }, 'file-type', TYPE],
    ['a program that says pdf', { 'a.pdf': exe }, 'file-type', TYPE],
    ['a png that says jpg', { 'a.jpg': png }, 'file-type', TYPE],
    ['an archive that says docx', { 'a.docx': zip }, 'file-type', TYPE],
    ['a docx that says xlsx', { 'a.xlsx': docx }, 'file-type', TYPE],
    ['bytes that say text', { 'a.txt': Buffer.from([1, 0, 2]) }, 'file-type', TYPE],
    ['a text that says calendar', { 'a.ics': text('hello') }, 'file-type', TYPE],
    ['no extension', { README: text('hello') }, 'file-type', TYPE],
    ['a name that only reads as pdf', { 'a\u202efdp.exe': pdf() }, 'file-type', TYPE],
  ])('%s is rejected and not stored', async (_what, files, reason, msg) => {
    const before = pipeline.stored.mail.stored.size;
    const { status, body } = await send(files);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: `campaign-${reason}`, code: 0, msg, message: msg, reason },
    });
    expect(pipeline.stored.mail.stored.size).toBe(before);
  });
});

const part = (disposition: string) => `--x\r\ncontent-disposition: form-data; ${disposition}\r\n\r\na\r\n`;
const field = (name: string) => part(`name="${name}"`);
const file = (name: string) => part(`name="attachments"; ${name}`);
const post = (path: string, raw: string, type = 'multipart/form-data; boundary=x') =>
  pipeline.call('POST', path, undefined, {
    token: pipeline.token,
    raw,
    headers: { 'content-type': type },
  });

it.each<[string, raw: string, reason: string, type?: string]>([
  ['no boundary', field('subject'), 'file-upload', 'multipart/form-data'],
  ['no end', field('subject'), 'file-upload'],
  ['many parts', `${Array.from({ length: 1000 }, (_, n) => field(`a${n}`)).join('')}--x--`, 'file-count'],
  ['a subject that is a file', `${part('name="subject"; filename="a"')}--x--`, 'subject'],
  ['a name from the prototype', `${field('__proto__')}--x--`, 'subject'],
  ['a cut-off filename*', `${file("filename*=UTF-8''%E4%BD.txt")}--x--`, 'file-upload'],
])('a malformed form with %s gets the error of a campaign call', async (_what, raw, reason, type) => {
  expect(await post('/admin/send-email', raw, type)).toMatchObject({
    status: 400,
    body: { code: 0, msg: expect.any(String), message: expect.any(String), reason },
  });
});
