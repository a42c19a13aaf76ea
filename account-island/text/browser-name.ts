import { getParser } from 'bowser';

/** A user agent in words: "Chrome on Windows". */
export function browserName(userAgent: string): string {
  // The parser rejects an empty text.
  const parser = getParser(userAgent || '?');
  const name = parser.getBrowserName();
  const system = parser.getOSName();
  if (name === '') return 'Unknown browser';
  return system ? `${name} on ${system}` : name;
}
