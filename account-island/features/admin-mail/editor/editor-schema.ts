import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { MAIL_IMAGES } from '#contract/mailing';

/** A picture from elsewhere would tell its owner who reads, so that the server leaves it out: it does not come in. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: `img[src^="${location.origin}${MAIL_IMAGES}"]` }],
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
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`;
  return LINK.test(address) && URL.canParse(address) ? address : undefined;
}
