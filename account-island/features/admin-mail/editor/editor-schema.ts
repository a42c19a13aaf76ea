import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { mailImagePath } from '#shared/deployment';

/** A picture from elsewhere would tell its owner who reads, so that the server leaves it out: it does not come in. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: `img[src^="${location.origin}${mailImagePath}"]` }],
});

/** What a mail may be made of. Anything else that is pasted, styles above all, has no place in it and falls away. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => LINK.test(address),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  OwnImage,
];

/** What the server leaves in a link. */
const LINK = /^(https?:\/\/|mailto:)[^\s{}]+$/i;

/** The address to link to, with https:// where it has no scheme; undefined for what is none. */
export function toLinkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`;
  return LINK.test(address) && URL.canParse(address) ? address : undefined;
}

const MARKUP = /<!--[\s\S]*?-->|<[^>]*>/g;
/** Tags with their attributes, quoted ones with whatever is in them. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const STYLE_OR_HANDLER = /\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * HTML from another program as the editor may parse it: its headings are the mail's two, and without what the page's policy
 * would report as soon as the browser reads it. What else has no place falls away by the editor's schema.
 */
export const cleanPastedHtml = (html: string): string =>
  html.replace(/<style\b[\s\S]*?<\/style>/gi, '').replace(TAG, (tag) =>
    tag
      .replace(STYLE_OR_HANDLER, '')
      .replace(/^(<\/?)h1\b/i, '$1h2')
      .replace(/^(<\/?)h[4-6]\b/i, '$1h3'),
  );

/** A picture that was pasted or dropped; words that come with a picture of themselves stay words. */
export function imageFromClipboard(from: DataTransfer | null): File | undefined {
  const words = [from?.getData('text/plain'), from?.getData('text/html')?.replace(MARKUP, '')];
  if (words.some((text) => text?.trim())) return undefined;
  return [...(from?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}
