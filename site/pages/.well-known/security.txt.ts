import { site } from '../../lib/content/data.ts';
import { isVisible } from '../../schemas/fields.ts';

/** RFC 9116, section 2.5.5, recommends less than a year; every build renews it. */
const EXPIRY_DAYS = 330;
const DAY_MS = 86_400_000;

/** The content of /.well-known/security.txt (RFC 9116): where to report a vulnerability of the site. */
export const GET = () => {
  const { address } = site;
  const { contact } = site.mail;
  const expires = new Date(Date.now() + EXPIRY_DAYS * DAY_MS);
  const lines = [
    ['Contact', isVisible(contact) ? `mailto:${contact.address}` : new URL('/contact', address).href],
    ['Expires', `${expires.toISOString().slice(0, 10)}T00:00:00Z`],
    ['Preferred-Languages', 'en'],
    ['Canonical', new URL('/.well-known/security.txt', address).href],
  ];
  return new Response(lines.map(([name, value]) => `${name}: ${value}\n`).join(''));
};
