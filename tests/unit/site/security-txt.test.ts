import { expect, it } from 'vitest';
import { site } from '../../../site/lib/content/data.ts';
import { formatSecurityTxt } from '../../../site/lib/content/security-txt.ts';

const fields = (text: string) => text.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2));

it('security.txt has the contact and an expiry within a year, as in RFC 9116', () => {
  const builtAt = new Date('2026-11-22T13:00:00Z');
  const text = formatSecurityTxt(site, builtAt);
  expect(fields(text)).toEqual([
    ['Contact', `mailto:${site.mail.contact.address}`],
    ['Expires', '2027-10-18T00:00:00Z'],
    ['Preferred-Languages', 'en'],
    ['Canonical', `${site.address}/.well-known/security.txt`],
    [''],
  ]);
  expect(text).toMatch(/^[\x20-\x7e\n]+$/);
  const days = (Date.parse('2027-10-18T00:00:00Z') - builtAt.getTime()) / 86_400_000;
  expect([days > 300, days < 365]).toEqual([true, true]);
});
