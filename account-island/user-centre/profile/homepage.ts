/** A homepage that may be a link: an address of the web, and nothing that runs (requirements, R-15). */
export function linkOf(homepage: string): { href: string; text: string } | null {
  const url = URL.parse(homepage);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null;
  return { href: url.href, text: homepage.replace(/^https?:\/\//i, '').replace(/\/$/, '') };
}
