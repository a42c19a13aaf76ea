import { describe, expect, it } from 'vitest';
import { canonicalize, escapeHtml, foldText, fullName, toHex, toSingleLine } from '#shared/text';

it('names and addresses that look alike are compared alike', () => {
  expect([' Bunny@Example.org ', 'ＢＵＮＮＹ@example.org'].map(canonicalize)).toEqual([
    'bunny@example.org',
    'bunny@example.org',
  ]);
});

it.each([
  ['García Núñez', 'garcia nunez'],
  ['Nguyễn Đặng', 'nguyen dang'],
  ['Łukasz Søren Þór Weiß', 'lukasz soren thor weiss'],
  ['Ｚｏë', 'zoe'],
  ['İstanbul Ηλίας Йордан', 'istanbul ηλιας иордан'],
  ['김철수 がくえん हिन्दी', '김철수 がくえん हिन्दी'],
])('%s is found as %s', (name, folded) => expect(foldText(name)).toBe(folded));

it('bytes are written with two digits each', () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff');
});

it('text is escaped for HTML elements and attributes', () => {
  expect(escapeHtml(`<a href="x">Tom & Jerry's</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&#39;s&lt;/a&gt;',
  );
});

it('a single line has no line end, nor anything that an email program decodes into one', () => {
  expect(toSingleLine(' one\r\ntwo\u2028three =?utf-8?q?=0A?= ')).toBe('one two three = ?utf-8?q?=0A?=');
});

describe('the full name', () => {
  const name = { firstName: 'Ada', lastName: 'Lovelace', username: 'ada' };
  it.each([
    [name, 'Ada Lovelace'],
    [{ ...name, lastName: '' }, 'Ada'],
    [{ ...name, firstName: '', lastName: '' }, 'ada'],
  ])('of %o is %s', (person, text) => expect(fullName(person)).toBe(text));
});
