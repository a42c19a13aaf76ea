import { type Editor, useEditorState } from '@tiptap/react';
import { Fragment, type KeyboardEvent, useState } from 'react';
import { Icon, icons } from '../../../components/icon.tsx';
import { type Act, acts, steps } from './editor-acts.ts';

interface Props {
  editor: Editor;
  onLink: () => void;
  onImage: () => void;
}

/** One stop of the Tab key; the arrows lead through it. */
export function Toolbar({ editor, onLink, onImage }: Props) {
  const [stop, setStop] = useState(0);
  const all: readonly Act[] = [
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
    <div className="bar" role="toolbar" aria-label="Text style" onKeyDown={move}>
      {all.map(({ label, icon, begins, run }, place) => (
        <Fragment key={label}>
          {begins && <hr aria-orientation="vertical" />}
          <button
            className="icon"
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
