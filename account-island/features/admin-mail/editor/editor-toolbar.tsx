import { type Editor, useEditorState } from '@tiptap/react';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { Icon, icons } from '../../../components/icon.tsx';

interface Props {
  editor: Editor;
  onLink: () => void;
  onImage: () => void;
}

/** One stop of the Tab key; the arrows lead through it. */
export function Toolbar({ editor, onLink, onImage }: Props) {
  const [stop, setStop] = useState(0);
  const all: readonly AuditEntryInput[] = [
    ...acts,
    { label: 'Link', icon: icons.link, isOn: (e) => e.isActive('link'), run: onLink },
    { label: 'Picture', icon: icons.image, run: onImage },
    ...steps,
  ];
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      all.map(({ isOn, isPossible }) => ({
        isOn: isOn?.(current),
        isPossible: isPossible?.(current) ?? true,
      })),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const places: Record<string, number> = {
      ArrowLeft: (stop + buttons.length - 1) % buttons.length,
      ArrowRight: (stop + 1) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    buttons[place]?.focus();
  };
  return (
    <div className="editor-toolbar" role="toolbar" aria-label="Text style" onKeyDown={move}>
      {all.map(({ label, icon, begins, run }, place) => (
        <Fragment key={label}>
          {begins && <hr aria-orientation="vertical" />}
          <button
            className="icon-button"
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={states[place]?.isOn}
            aria-disabled={states[place]?.isPossible === false || undefined}
            tabIndex={place === stop ? 0 : -1}
            onFocus={() => setStop(place)}
            onClick={() => states[place]?.isPossible !== false && run(editor)}
          >
            <Icon path={icon} />
          </button>
        </Fragment>
      ))}
    </div>
  );
}

interface AuditEntryInput {
  label: string;
  icon: string;
  /** Whether the text at the cursor is so already. */
  isOn?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
  /** Stands after a rule. */
  begins?: true;
}

const act = (
  label: string,
  icon: string,
  name: string,
  run: AuditEntryInput['run'],
  attributes?: object,
): AuditEntryInput => ({
  label,
  icon,
  run,
  isOn: (editor) => editor.isActive(name, attributes),
});

const acts: readonly AuditEntryInput[] = [
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

const steps: readonly AuditEntryInput[] = [
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
