/** An address that may be a link: of the web, and nothing that runs (requirements, R-15). */
export function linkOf(address: string): { href: string; text: string } | null {
  const url = URL.parse(address);
  if (!url || !['https:', 'http:'].includes(url.protocol)) return null;
  return { href: url.href, text: address.replace(/^https?:\/\//i, '').replace(/\/$/, '') };
}
