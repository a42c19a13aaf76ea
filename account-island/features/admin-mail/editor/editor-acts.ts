import type { Editor } from '@tiptap/react';
import { icons } from '../../../components/icon.tsx';

export interface Act {
  label: string;
  icon: string;
  /** Whether the text at the cursor is so already. */
  isOn?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
  /** Stands after a rule. */
  begins?: true;
}

const act = (label: string, icon: string, name: string, run: Act['run'], attributes?: object): Act => ({
  label,
  icon,
  run,
  isOn: (editor) => editor.isActive(name, attributes),
});

export const acts: readonly Act[] = [
  act('Heading', icons.heading, 'heading', (e) => e.chain().focus().toggleHeading({ level: 2 }).run(), {
    level: 2,
  }),
  act('Subheading', icons.subheading, 'heading', (e) => e.chain().focus().toggleHeading({ level: 3 }).run(), {
    level: 3,
  }),
  act('Bold', icons.bold, 'bold', (e) => e.chain().focus().toggleBold().run()),
  act('Italic', icons.italic, 'italic', (e) => e.chain().focus().toggleItalic().run()),
  act('Underline', icons.underline, 'underline', (e) => e.chain().focus().toggleUnderline().run()),
  {
    ...act('Bulleted list', icons.bullets, 'bulletList', (e) => e.chain().focus().toggleBulletList().run()),
    begins: true,
  },
  act('Numbered list', icons.numbers, 'orderedList', (e) => e.chain().focus().toggleOrderedList().run()),
  act('Quotation', icons.quotation, 'blockquote', (e) => e.chain().focus().toggleBlockquote().run()),
];

export const steps: readonly Act[] = [
  {
    label: 'Undo',
    icon: icons.undo,
    begins: true,
    isPossible: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: 'Redo',
    icon: icons.redo,
    isPossible: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];
