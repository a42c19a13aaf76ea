import { getParser } from 'bowser';

/** A browser's words about itself, as a person would say them: "Chrome on Windows". */
export function browserName(userAgent: string): string {
  const parser = userAgent && getParser(userAgent);
  const name = parser && parser.getBrowserName();
  if (!parser || !name) return 'A browser that does not say its name';
  const system = parser.getOSName();
  return system ? `${name} on ${system}` : name;
}
