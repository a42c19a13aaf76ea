import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';

interface EditorCommand {
  label: string;
  /** For `Icon`. Only the editor has these: a list shared with all panels would be loaded with the first of them. */
  icon: string;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Whether it applies to the text at the cursor. */
  isOn?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
}

/** Turns a mark or a node on and off. */
const turn = (
  label: string,
  icon: string,
  name: string,
  run: EditorCommand['run'],
  attributes?: object,
): EditorCommand => ({ label, icon, run, isOn: (editor) => editor.isActive(name, attributes) });

const SECOND = { level: 2 } as const;
const THIRD = { level: 3 } as const;
const ICONS = {
  heading: 'M5 4v12M13 4v12M5 10h8',
  subheading: 'M4 6v9M10 6v9M4 10.5h6M13.5 9.5c2-2 4 .5 2 2.5L13 15h4',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  italic: 'M9 4h5M6 16h5M11.5 4l-3 12',
  underline: 'M6 4v6a4 4 0 0 0 8 0V4M5 17h10',
  bullets: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  numbers: 'M8 5h9M8 10h9M8 15h9M3 4l1-.5V7M3 12h2l-2 3h2',
  quote: 'M4 5v10M8 6h9M8 10h9M8 14h5',
  link: 'M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2',
  image: 'M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 4M7 7.5h.01',
  undo: 'M7 5 4 8l3 3M4 8h8a4 4 0 0 1 0 8H8',
  redo: 'M13 5l3 3-3 3M16 8H8a4 4 0 0 0 0 8h4',
};

const TEXT: readonly EditorCommand[] = [
  turn('Heading', ICONS.heading, 'heading', (chain) => chain.toggleHeading(SECOND), SECOND),
  turn('Subheading', ICONS.subheading, 'heading', (chain) => chain.toggleHeading(THIRD), THIRD),
  turn('Bold', ICONS.bold, 'bold', (chain) => chain.toggleBold()),
  turn('Italic', ICONS.italic, 'italic', (chain) => chain.toggleItalic()),
  turn('Underline', ICONS.underline, 'underline', (chain) => chain.toggleUnderline()),
];
const BLOCKS: readonly EditorCommand[] = [
  turn('Bulleted list', ICONS.bullets, 'bulletList', (chain) => chain.toggleBulletList()),
  turn('Numbered list', ICONS.numbers, 'orderedList', (chain) => chain.toggleOrderedList()),
  turn('Quote', ICONS.quote, 'blockquote', (chain) => chain.toggleBlockquote()),
];
const HISTORY: readonly EditorCommand[] = [
  { label: 'Undo', icon: ICONS.undo, run: (chain) => chain.undo(), isPossible: (e) => e.can().undo() },
  { label: 'Redo', icon: ICONS.redo, run: (chain) => chain.redo(), isPossible: (e) => e.can().redo() },
];

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
        [...TEXT, ...BLOCKS, ...HISTORY].map(({ label, isOn, isPossible }) => [
          label,
          { isOn: isOn?.(current), isPossible: isPossible?.(current) ?? true },
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
    <div className="cluster editor-toolbar" role="toolbar" aria-label="Formatting" onKeyDown={moveFocus}>
      <div className="cluster">{group(TEXT)}</div>
      <div className="cluster">
        {group(BLOCKS)}
        {button('Link', ICONS.link, onLink, isLink)}
        {button('Image', ICONS.image, onImage)}
      </div>
      <div className="cluster">{group(HISTORY)}</div>
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
