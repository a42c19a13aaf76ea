import { getParser } from 'bowser';

/** A browser's words about itself, as a person would say them: "Chrome on Windows". */
export function browserName(userAgent: string): string {
  if (userAgent === '') return 'A browser that does not say its name';
  const parser = getParser(userAgent);
  const { name = 'A browser' } = parser.getBrowser();
  const { name: system } = parser.getOS();
  return system ? `${name} on ${system}` : name;
}
