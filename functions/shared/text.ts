/** The one form under which names and addresses are compared: NFKC, lower case, trimmed. */
export const canonicalize = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Lower-case hexadecimal digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the text of an HTML element, and for the value of an attribute in quotation marks. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** No line end, and nothing that a reader's program would decode into one (RFC 2047). */
export const toSingleLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** First and last name; the username where there is neither. */
export const fullName = ({
  firstName,
  lastName,
  username = '',
}: {
  firstName: string;
  lastName: string;
  username?: string;
}): string => `${firstName} ${lastName}`.trim() || username;
