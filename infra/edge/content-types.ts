/**
 * The content type of a file of the site. The file store does not know these endings or sends no character set, which
 * RFC 9116, section 3, requires for security.txt. Runs in the CDN too.
 */
export function contentTypeOf(path: string, guessed: string): string {
  if (/\.atom$/.test(path)) return 'application/atom+xml; charset=utf-8';
  if (/\.ics$/.test(path)) return 'text/calendar; charset=utf-8';
  if (/\.csv$/.test(path)) return 'text/csv; charset=utf-8';
  if (/\.ico$/.test(path)) return 'image/vnd.microsoft.icon';
  if (/\.(pagefind|pf_\w+)$/.test(path)) return 'application/octet-stream';
  if (/\.txt$/.test(path)) return 'text/plain; charset=utf-8';
  if (/\.webmanifest$/.test(path)) return 'application/manifest+json; charset=utf-8';
  if (/\.xml$/.test(path)) return 'application/xml; charset=utf-8';
  return guessed;
}
