import { expect, it } from 'vitest';
import { possibleReadings, readText } from '../../../account-island/office/imports/text-file.ts';

const HEADER = 'Email,First name,Last name\r\n';
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const withHeader = (hex: string) => Buffer.concat([Buffer.from(HEADER), bytes(hex)]);

it.each([
  ['UTF-8', 'a byte order mark', Buffer.from('\ufeffGarcía'), 'García'],
  ['UTF-8', 'European, Greek and East Asian names', Buffer.from('Zoë,Νίκος,李明,김'), 'Zoë,Νίκος,李明,김'],
  ['UTF-8', 'Arabic names', Buffer.from('محمد,گلپایگانی'), 'محمد,گلپایگانی'],
  ['UTF-16', 'a byte order mark', utf16('\ufeff李,García'), '李,García'],
  ['UTF-16', 'a byte order mark, the high byte first', utf16('\ufeff李').swap16(), '李'],
  ['UTF-16', 'no byte order mark', utf16(`${HEADER}Ána,李`), `${HEADER}Ána,李`],
  ['UTF-16', 'no byte order mark, the high byte first', utf16('a,李').swap16(), 'a,李'],
])('%s with %s is read', (encoding, _what, file, text) => {
  expect(readText(file)).toEqual({ text, encoding });
});

/** Each row as a program of that country saves it. */
it.each([
  ['Cyrillic (Windows-1251)', 'c8e2e0ed2ccfe5f2f0', 'Иван,Петр'],
  ['Cyrillic (KOI8-R)', 'e0ccc9d12cf7cfcccb', 'Юлия,Волк'],
  ['Greek (Windows-1253)', 'cddfeaef2cd0e1f0f0', 'Νίκο,Παππ'],
  ['Simplified Chinese (GBK)', 'c0eec3f72cd5c5ceb0', '李明,张伟'],
  // Valid UTF-8 too, of a sign and of a single letter.
  ['Simplified Chinese (GBK)', 'c3b7', '梅'],
  ['Simplified Chinese (GBK)', 'c4a3', '模'],
  ['Traditional Chinese (Big5)', 'b3afa46aa4e52caa4ca7d3acc2', '陳大文,林志玲'],
  ['Japanese (Shift-JIS)', '8e52936391be98592c82b782b882ab89d48e71', '山田太郎,すずき花子'],
  ['Korean (EUC-KR)', 'b1e8b9cec1d82cc0ccbcadbfac', '김민준,이서연'],
  ['Hebrew (Windows-1255)', 'f9ec2ce5ed', 'של,ום'],
  ['Central European (Windows-1250)', '44766ff8e16b2ca3756b61737a', 'Dvořák,Łukasz'],
  ['Arabic (Windows-1256)', 'e3cde3cf2cdae1ed', 'محمد,علي'],
  ['Western European (Windows-1252)', '47617263ed612c4dfc6c6c6572', 'García,Müller'],
])('%s is never guessed, and is one of the ways to choose from', (encoding, hex, text) => {
  const file = withHeader(hex);
  expect(readText(file)).toBeUndefined();
  expect(possibleReadings(file)).toContainEqual({ encoding, text: HEADER + text });
});
