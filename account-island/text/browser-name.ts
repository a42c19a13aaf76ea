import { getParser } from 'bowser';

/** A browser's words about itself, as a person would say them: "Chrome on Windows". */
export function browserName(userAgent: string): string {
  // The parser refuses the empty text.
  const parser = getParser(userAgent || '?');
  const name = parser.getBrowserName();
  const system = parser.getOSName();
  if (name === '') return 'Unknown browser';
  return system ? `${name} on ${system}` : name;
}
