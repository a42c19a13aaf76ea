import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';

interface EditorCommand {
  label: string;
  /** For `Icon`. Only the editor has these: a list shared with all panels would be loaded with the first of them. */
  icon: string;
  /** The mark or node that it turns on and off. */
  turns?: [name: string, attributes?: object];
  isPossible?: (editor: Editor) => boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const HEADINGS: readonly EditorCommand[] = [
  {
    label: 'Heading',
    icon: 'M5 4v12M13 4v12M5 10h8',
    turns: ['heading', { level: 2 }],
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Subheading',
    icon: 'M4 6v9M10 6v9M4 10.5h6M13.5 9.5c2-2 4 .5 2 2.5L13 15h4',
    turns: ['heading', { level: 3 }],
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
];

const MARKS: readonly EditorCommand[] = [
  {
    label: 'Bold',
    icon: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
    turns: ['bold'],
    run: (chain) => chain.toggleBold(),
  },
  {
    label: 'Italic',
    icon: 'M9 4h5M6 16h5M11.5 4l-3 12',
    turns: ['italic'],
    run: (chain) => chain.toggleItalic(),
  },
  {
    label: 'Underline',
    icon: 'M6 4v6a4 4 0 0 0 8 0V4M5 17h10',
    turns: ['underline'],
    run: (chain) => chain.toggleUnderline(),
  },
];

const BLOCKS: readonly EditorCommand[] = [
  {
    label: 'Bulleted list',
    icon: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
    turns: ['bulletList'],
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    icon: 'M8 5h9M8 10h9M8 15h9M3 4l1-.5V7M3 12h2l-2 3h2',
    turns: ['orderedList'],
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    label: 'Quote',
    icon: 'M4 5v10M8 6h9M8 10h9M8 14h5',
    turns: ['blockquote'],
    run: (chain) => chain.toggleBlockquote(),
  },
];

const HISTORY: readonly EditorCommand[] = [
  {
    label: 'Undo',
    icon: 'M7 5 4 8l3 3M4 8h8a4 4 0 0 1 0 8H8',
    isPossible: (editor) => editor.can().undo(),
    run: (chain) => chain.undo(),
  },
  {
    label: 'Redo',
    icon: 'M13 5l3 3-3 3M16 8H8a4 4 0 0 0 0 8h4',
    isPossible: (editor) => editor.can().redo(),
    run: (chain) => chain.redo(),
  },
];

const LINK = 'M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2';
const IMAGE = 'M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 4M7 7.5h.01';

interface Props {
  editor: Editor;
  onLink: () => void;
  onImage: () => void;
}

/** One Tab stop; the arrow keys move between its buttons. */
export function EditorToolbar({ editor, onLink, onImage }: Props) {
  const [stop, setStop] = useState('Heading');
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      Object.fromEntries(
        [...HEADINGS, ...MARKS, ...BLOCKS, ...HISTORY].map(({ label, turns, isPossible }) => [
          label,
          { isOn: turns && current.isActive(...turns), isPossible: isPossible?.(current) ?? true },
        ]),
      ),
  });
  const isLink = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('link') });
  const button = (label: string, icon: string, press: () => void, isOn?: boolean, isPossible = true) => (
    <button
      key={label}
      className="icon-button"
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={!isPossible || undefined}
      tabIndex={label === stop ? 0 : -1}
      onFocus={() => setStop(label)}
      onClick={() => isPossible && press()}
    >
      <Icon path={icon} />
    </button>
  );
  const group = (commands: readonly EditorCommand[]) =>
    commands.map(({ label, icon, run }) =>
      button(
        label,
        icon,
        () => run(editor.chain().focus()).run(),
        state[label]?.isOn,
        state[label]?.isPossible,
      ),
    );
  return (
    <div className="editor-toolbar" role="toolbar" aria-label="Formatting" onKeyDown={moveFocus}>
      <div className="editor-toolbar__group">
        {group(HEADINGS)}
        {group(MARKS)}
      </div>
      <div className="editor-toolbar__group">
        {group(BLOCKS)}
        {button('Link', LINK, onLink, isLink)}
        {button('Image', IMAGE, onImage)}
      </div>
      <div className="editor-toolbar__group">{group(HISTORY)}</div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const targets: Record<string, number> = {
    ArrowLeft: (at + buttons.length - 1) % buttons.length,
    ArrowRight: (at + 1) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons[target]?.focus();
}
