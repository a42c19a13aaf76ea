import { Extension, Mark } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { StarterKit } from '@tiptap/starter-kit';
import { mailImagePath } from '#shared/deployment';
import { MergeField } from './merge-field.ts';
import { Pasted } from './pasted.ts';

/** Only our own images: any other would tell its owner who reads the email, and the server would remove it. */
const OwnImage = Image.extend({
  parseHTML: () => [{ tag: `img[src^="${location.origin}${mailImagePath}"]` }],
});

const raisedText = (['sup', 'sub'] as const).map((tag) =>
  Mark.create({
    name: tag,
    excludes: 'sup sub',
    parseHTML: () => [{ tag }, { style: `vertical-align=${tag === 'sup' ? 'super' : 'sub'}` }],
    renderHTML: () => [tag, 0],
  }),
);

/** Text from right to left stays so. Left to right is usual: some programs write it at every paragraph. */
const Direction = Extension.create({
  name: 'direction',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem'],
      attributes: { dir: { default: null, parseHTML: ({ dir }) => (dir === 'ltr' ? null : dir || null) } },
    },
  ],
});

/** The elements of an email. Anything else that is pasted is dropped. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => LINK.test(address),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  OwnImage,
  MergeField,
  Direction,
  Pasted,
  ...raisedText,
];

/** The addresses that the server allows in a link. */
const LINK = /^(https?:\/\/|mailto:)[^\s{}]+$/i;

/** The address to link to, with https:// if it has no scheme; undefined if it is not allowed. */
export function toLinkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z+.-]*:/i.test(text) ? text : `https://${text}`;
  return LINK.test(address) && URL.canParse(address) ? address : undefined;
}
