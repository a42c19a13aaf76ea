import { expect, it } from 'vitest';
import { readText } from '#shared/text-file';

const LATIN = 'Email,First name\nbunny@example.org,Stanford\n';
/** "李明,张伟,王芳,刘洋" with Windows' line ends, as Excel in China saves it. */
const GBK = 'c0eec3f72cd5c5ceb02ccdf5b7bc2cc1f5d1f30d0a';
/** "山田太郎,すずき花子" */
const SHIFT_JIS = '8e52936391be98592c82b782b882ab89d48e71';
/** "김민준,이서연" */
const EUC_KR = 'b1e8b9cec1d82cc0ccbcadbfac';
/** "陳大文,林志玲" */
const BIG5 = 'b3afa46aa4e52caa4ca7d3acc2';
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

it.each([
  ['UTF-8', 'ASCII', Buffer.from(LATIN), LATIN],
  ['UTF-8', 'a byte order mark', Buffer.from('\ufeffGarcía'), 'García'],
  ['UTF-16', 'a byte order mark', utf16('李,García'), '李,García'],
  ['UTF-16', 'a byte order mark, the high byte first', utf16('李').swap16(), '李'],
  ['GBK', 'Chinese names', bytes(GBK), '李明,张伟,王芳,刘洋\r\n'],
  ['Shift-JIS', 'Japanese names', bytes(SHIFT_JIS), '山田太郎,すずき花子'],
])('%s with %s is read', (encoding, _what, file, text) => {
  expect(readText(file)).toEqual({ text, encoding });
});

it.each([
  ['Windows-1252', Buffer.from('García,Müller', 'latin1')],
  ['Windows-1252 that Shift-JIS has as well', Buffer.from('Hélène', 'latin1')],
  ['Korean', bytes(EUC_KR)],
  ['Chinese of Taiwan', bytes(BIG5)],
  // Chinese that is Korean as well: "李明".
  ['two Chinese characters', bytes('c0eec3f7')],
  ['UTF-16 that breaks off', utf16('李').subarray(0, 3)],
  ['a picture', bytes('89504e470d0a1a0a0000000d')],
])('%s is not certain', (_what, file) => {
  expect(readText(file)).toBeUndefined();
});
