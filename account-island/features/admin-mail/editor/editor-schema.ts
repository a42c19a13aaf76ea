import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { mailImagePath } from '#shared/deployment';

/** Only our own images: any other would tell its owner who reads the email, and the server would remove it. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: `img[src^="${location.origin}${mailImagePath}"]` }],
});

/** The elements of an email. Anything else that is pasted, styles above all, is dropped. */
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

/** The addresses that the server allows in a link. */
const LINK = /^(https?:\/\/|mailto:)[^\s{}]+$/i;

/** The address to link to, with https:// if it has no scheme; undefined if it is not allowed. */
export function toLinkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`;
  return LINK.test(address) && URL.canParse(address) ? address : undefined;
}

const MARKUP = /<!--[\s\S]*?-->|<[^>]*>/g;
/** Tags with their attributes, including any quoted values. */
const TAG = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const STYLE_OR_HANDLER = /\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;

/**
 * Prepares HTML from another program for the editor: two levels of headings, and nothing that the page's content security
 * policy would report. The editor's schema drops the rest.
 */
export const cleanPastedHtml = (html: string): string =>
  html.replace(/<style\b[\s\S]*?<\/style>/gi, '').replace(TAG, (tag) =>
    tag
      .replace(STYLE_OR_HANDLER, '')
      .replace(/^(<\/?)h1\b/i, '$1h2')
      .replace(/^(<\/?)h[4-6]\b/i, '$1h3'),
  );

/** An image that was pasted or dropped; undefined for text that comes with an image of itself. */
export function imageFromClipboard(from: DataTransfer | null): File | undefined {
  const texts = [from?.getData('text/plain'), from?.getData('text/html')?.replace(MARKUP, '')];
  if (texts.some((text) => text?.trim())) return undefined;
  return [...(from?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}
