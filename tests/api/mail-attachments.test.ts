import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someBytes, startMailPipeline } from '../support/jobs/mail-pipeline.ts';

/** Every limit at its edge, files with a wrong extension, and malformed forms. */

const KB = 1024;
const MB = 1024 * KB;
const zip = Buffer.from('PK\u0003\u0004');
const png = Buffer.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
]);
const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);
const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const padded = (start: Buffer, length = 200) => Buffer.concat([start, Buffer.alloc(length - start.length)]);
const text = (words: string) => Buffer.from(words);
const pdf = (length = 200) => someBytes(length);

/** An office document of a kind: an archive with the entries that identify it. */
function office(kind: string): Buffer {
  const name = Buffer.from('[Content_Types].xml');
  const types = {
    docx: 'wordprocessingml.document',
    xlsx: 'spreadsheetml.sheet',
    pptx: 'presentationml.presentation',
  };
  const wanted = types[kind as keyof typeof types];
  const content = Buffer.from(
    `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${wanted}.main+xml"/></Types>`,
  );
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 0, 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, content]);
}

type Files = { name: string; bytes: Uint8Array }[];
const one = (name: string, bytes: Uint8Array): Files => [{ name, bytes }];
const many = (count: number, bytes = 200): Files =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.pdf`, bytes: pdf(bytes) }));

let pipeline: Awaited<ReturnType<typeof startMailPipeline>>;
let to: string[];
beforeAll(async () => {
  pipeline = await startMailPipeline();
  to = await pipeline.addMembers([{}]);
});
afterAll(() => pipeline.stop());

const TEXTS: Record<string, string> = {
  'file-type': 'Invalid file type. Please select a valid file.',
  'file-size': 'File too large. Please select a smaller file.',
  'file-upload': 'File upload error. Please try again.',
  'file-count': 'Too many files. Please select fewer files.',
};

let turn = 0;
async function send(files: Files) {
  turn += 1;
  // Without the hourly limit, which has a test of its own.
  if (turn % 15 === 0) {
    pipeline.pass(3_600_000);
    await pipeline.reauthenticate();
  }
  return pipeline.send(to, { subject: `Attachments ${turn}` }, files);
}

describe('attachments', () => {
  it.each<[string, Files, string]>([
    ['a pdf', one('a.pdf', pdf()), 'a.pdf'],
    ['a png', one('a.png', padded(png)), 'a.png'],
    ['a jpeg', one('a.JPEG', padded(jpg)), 'a.jpeg'],
    ['a docx', one('a.docx', office('docx')), 'a.docx'],
    ['an xlsx', one('a.xlsx', office('xlsx')), 'a.xlsx'],
    ['a pptx', one('a.pptx', office('pptx')), 'a.pptx'],
    ['a text', one('a.txt', text('日程\n')), 'a.txt'],
    ['a csv', one('a.csv', text('a,b\n1,2\n')), 'a.csv'],
    ['an ics', one('a.ics', text('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')), 'a.ics'],
    ['five files', many(5), '0.pdf'],
    ['3.6 MB together', [...one('a.pdf', pdf(3 * MB)), ...one('b.pdf', pdf(Math.floor(0.6 * MB)))], 'a.pdf'],
    ['a name of 104 characters', one(`${'名'.repeat(100)}.pdf`, pdf()), `${'名'.repeat(96)}.pdf`],
    ['a path', one('../../etc/passwd.pdf', pdf()), 'passwd.pdf'],
    ['a path of Windows', one('C:\\temp\\plan.pdf', pdf()), 'plan.pdf'],
    ['a name that reads backwards', one('plan\u202efdp.pdf', pdf()), 'planfdp.pdf'],
    ['two extensions, the last one true', one('plan.v2.pdf', pdf()), 'plan.v2.pdf'],
  ])('%s is accepted', async (_what, files, name) => {
    const reply = await send(files);
    expect(reply.body).toEqual({ code: 1, msg: expect.any(String), data: { id: expect.any(String) } });
    const message = await pipeline.deps.messages.getMessage(reply.body.data.id);
    expect(message?.attachments[0]?.name).toBe(name);
  });

  it.each<[string, Files, string]>([
    ['no bytes', one('a.pdf', Buffer.alloc(0)), 'file-upload'],
    ['3 MB and a byte', one('a.pdf', pdf(3 * MB + 1)), 'file-size'],
    [
      '3.6 MB and a byte together',
      [...one('a.pdf', pdf(3 * MB)), ...one('b.pdf', pdf(Math.floor(0.6 * MB) + 1))],
      'file-size',
    ],
    ['six files', many(6), 'file-count'],
    ['a program', one('a.exe', exe), 'file-type'],
    ['a program that says pdf', one('a.pdf', exe), 'file-type'],
    ['a pdf behind which stands a program', one('a.pdf.exe', pdf()), 'file-type'],
    ['a png that says jpg', one('a.jpg', padded(png)), 'file-type'],
    ['an archive that says docx', one('a.docx', padded(zip)), 'file-type'],
    ['a docx that says xlsx', one('a.xlsx', office('docx')), 'file-type'],
    ['a picture with scripts', one('a.svg', text('<svg onload="alert(1)"/>')), 'file-type'],
    ['bytes that say text', one('a.txt', Buffer.from([1, 0, 2])), 'file-type'],
    ['a text that says calendar', one('a.ics', text('hello')), 'file-type'],
    ['no extension', one('README', text('hello')), 'file-type'],
    ['a name that only reads as pdf', one('a\u202efdp.exe', pdf()), 'file-type'],
  ])('%s is rejected and not stored', async (_what, files, reason) => {
    const before = pipeline.stored.mail.stored.size;
    const { status, body } = await send(files);
    const msg = TEXTS[reason];
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: `campaign-${reason}`, code: 0, msg, message: msg, reason },
    });
    expect(pipeline.stored.mail.stored.size).toBe(before);
  });
});

describe('a malformed form', () => {
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file =
    '--x\r\ncontent-disposition: form-data; name="attachments"; filename="a.pdf"\r\n\r\n%PDF-1\r\n';
  const cases: [string, string, string | undefined, number, string?][] = [
    ['nothing', '', 'x', 400, 'file-upload'],
    ['no boundary', part('subject', 'a'), undefined, 400, 'file-upload'],
    ['no end', part('subject', 'a'), 'x', 400, 'file-upload'],
    [
      '60,000 parts',
      `${Array.from({ length: 60_000 }, (_, index) => part(`a${index}`, '')).join('')}--x--`,
      'x',
      400,
      'file-count',
    ],
    ['41 files', `${file.repeat(41)}--x--`, 'x', 400, 'file-count'],
    ['a field twice', `${part('subject', 'a')}${part('subject', 'b')}--x--`, 'x', 400, 'subject'],
    ['a name from the prototype', `${part('__proto__', 'a')}--x--`, 'x', 400, 'subject'],
  ];

  it.each(cases)('%s is a 4xx', async (_what, raw, boundary, status, reason) => {
    const type = boundary === undefined ? 'multipart/form-data' : `multipart/form-data; boundary=${boundary}`;
    const reply = await pipeline.call('POST', '/admin/send-email', undefined, {
      token: pipeline.token,
      raw,
      headers: { 'content-type': type },
    });
    expect({ status: reply.status, reason: reply.body.reason }).toEqual({ status, reason });
  });

  it('that never ends is read up to the size limit only', async () => {
    const chunk = Buffer.alloc(64 * KB, 'x');
    const head = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="attachments"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
    );
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(given === 0 ? head : chunk);
        given += chunk.length;
      },
    });
    const { rss } = process.memoryUsage();
    const { status, body } = await pipeline.call('POST', '/admin/send-email', undefined, {
      token: pipeline.token,
      raw: endless,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect({ status, body }).toEqual({
      status: 413,
      body: expect.objectContaining({ message: expect.any(String) }),
    });
    expect(given).toBeLessThan(5 * MB);
    // Below 200 MB together with the start of a Lambda.
    expect(process.memoryUsage().rss - rss).toBeLessThan(60 * MB);
  });
});
