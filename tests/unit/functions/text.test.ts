import { expect, it } from 'vitest';
import { escapeHtml, toSingleLine } from '#shared/text';

it('text is escaped for HTML elements and attributes', () => {
  expect(escapeHtml(`<a href="x">Tom & Jerry's</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&#39;s&lt;/a&gt;',
  );
});

it('a single line has no line end, nor anything that an email program decodes into one', () => {
  expect(toSingleLine(' one\r\ntwo\u2028three =?utf-8?q?=0A?= ')).toBe('one two three = ?utf-8?q?=0A?=');
});
