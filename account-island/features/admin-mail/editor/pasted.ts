const MARKUP = /<!--[\s\S]*?-->|<[^>]*>/g;
/** Tags with their attributes, quoted ones with whatever is in them. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const STYLE_OR_HANDLER = /\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * HTML from another program as the editor may parse it: its headings are the mail's two, and without what the page's policy
 * would report as soon as the browser reads it. What else has no place falls away by the editor's schema.
 */
export const fromElsewhere = (html: string): string =>
  html.replace(/<style\b[\s\S]*?<\/style>/gi, '').replace(TAG, (tag) =>
    tag
      .replace(STYLE_OR_HANDLER, '')
      .replace(/^(<\/?)h1\b/i, '$1h2')
      .replace(/^(<\/?)h[4-6]\b/i, '$1h3'),
  );

/** A picture that was pasted or dropped; words that come with a picture of themselves stay words. */
export function pictureIn(from: DataTransfer | null): File | undefined {
  const words = [from?.getData('text/plain'), from?.getData('text/html')?.replace(MARKUP, '')];
  if (words.some((text) => text?.trim())) return undefined;
  return [...(from?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}
