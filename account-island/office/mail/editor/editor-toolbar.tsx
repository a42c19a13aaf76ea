import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { tableCommands } from './table-nodes.ts';

/** For `Icon`. Only the editor has these: a list shared with all panels would be loaded with the first of them. */
const icons = {
  heading: 'M5 4v12M13 4v12M5 10h8',
  subheading: 'M4 6v9M10 6v9M4 10.5h6M13.5 9.5c2-2 4 .5 2 2.5L13 15h4',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  italic: 'M9 4h5M6 16h5M11.5 4l-3 12',
  underline: 'M6 4v6a4 4 0 0 0 8 0V4M5 17h10',
  bullets: 'M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01',
  numbers: 'M8 5h9M8 10h9M8 15h9M3 4l1-.5V7M3 12h2l-2 3h2',
  quotation: 'M4 5v10M8 6h9M8 10h9M8 14h5',
  link: 'M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2',
  image: 'M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 4M7 7.5h.01',
  undo: 'M7 5 4 8l3 3M4 8h8a4 4 0 0 1 0 8H8',
  redo: 'M13 5l3 3-3 3M16 8H8a4 4 0 0 0 0 8h4',
} as const;

interface Props {
  editor: Editor;
  onLink: () => void;
  onImage: () => void;
}

/** One Tab stop; the arrow keys move between its buttons. */
export function EditorToolbar({ editor, onLink, onImage }: Props) {
  const [stop, setStop] = useState(0);
  const all: readonly EditorCommand[] = [
    ...formatCommands,
    { label: 'Link', icon: icons.link, isActive: (e) => e.isActive('link'), run: onLink },
    { label: 'Image', icon: icons.image, run: onImage },
    ...historyCommands,
  ];
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      all.map(({ isActive, isPossible }) => ({
        isActive: isActive?.(current),
        isPossible: isPossible?.(current) ?? true,
      })),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const targets: Record<string, number> = {
      ArrowLeft: (stop + buttons.length - 1) % buttons.length,
      ArrowRight: (stop + 1) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    buttons[target]?.focus();
  };
  return (
    <div className="editor-toolbar" role="toolbar" aria-label="Formatting" onKeyDown={move}>
      {groupsOf(all).map((group) => (
        <div key={group[0]?.index} className="editor-toolbar__group">
          {group.map(({ label, icon, run, index }) => (
            <button
              key={label}
              className="icon-button"
              type="button"
              aria-label={label}
              title={label}
              aria-pressed={states[index]?.isActive}
              aria-disabled={states[index]?.isPossible === false || undefined}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setStop(index)}
              onClick={() => states[index]?.isPossible !== false && run(editor)}
            >
              <Icon path={icon} />
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The commands in their groups, with their places among all. */
function groupsOf(all: readonly EditorCommand[]) {
  const groups: (EditorCommand & { index: number })[][] = [];
  for (const [index, command] of all.entries()) {
    if (index === 0 || command.startsGroup) groups.push([]);
    groups.at(-1)?.push({ ...command, index });
  }
  return groups;
}

/** Below the other buttons while the cursor is in a table. */
export function TableToolbar({ editor }: { editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('table') });
  return (
    isInTable && (
      <fieldset className="editor-toolbar">
        <legend className="visually-hidden">Table</legend>
        {tableCommands.map(({ label, run }) => (
          <Button key={label} kind="outline" isSmall onClick={() => run(editor)}>
            {label}
          </Button>
        ))}
      </fieldset>
    )
  );
}

interface EditorCommand {
  label: string;
  icon: string;
  /** Whether it applies to the text at the cursor. */
  isActive?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
  /** Whether it begins a group, which a line separates from the one before, and which wraps as a whole. */
  startsGroup?: true;
}

const formatCommand = (
  label: string,
  icon: string,
  name: string,
  run: EditorCommand['run'],
  attributes?: object,
): EditorCommand => ({
  label,
  icon,
  run,
  isActive: (editor) => editor.isActive(name, attributes),
});

const formatCommands: readonly EditorCommand[] = [
  formatCommand(
    'Heading',
    icons.heading,
    'heading',
    (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    {
      level: 2,
    },
  ),
  formatCommand(
    'Subheading',
    icons.subheading,
    'heading',
    (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    {
      level: 3,
    },
  ),
  formatCommand('Bold', icons.bold, 'bold', (e) => e.chain().focus().toggleBold().run()),
  formatCommand('Italic', icons.italic, 'italic', (e) => e.chain().focus().toggleItalic().run()),
  formatCommand('Underline', icons.underline, 'underline', (e) => e.chain().focus().toggleUnderline().run()),
  {
    ...formatCommand('Bulleted list', icons.bullets, 'bulletList', (e) =>
      e.chain().focus().toggleBulletList().run(),
    ),
    startsGroup: true,
  },
  formatCommand('Numbered list', icons.numbers, 'orderedList', (e) =>
    e.chain().focus().toggleOrderedList().run(),
  ),
  formatCommand('Quote', icons.quotation, 'blockquote', (e) => e.chain().focus().toggleBlockquote().run()),
];

const historyCommands: readonly EditorCommand[] = [
  {
    label: 'Undo',
    icon: icons.undo,
    startsGroup: true,
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
