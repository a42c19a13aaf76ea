import { useId, useState } from 'react';

interface Props {
  /** A whole document. */
  html: string;
  text: string;
}

const VIEWS = { desktop: 'Desktop', phone: 'Phone', text: 'Text' } as const;
type View = keyof typeof VIEWS;
const isView = (name: string): name is View => Object.hasOwn(VIEWS, name);

/** The email as a recipient sees it, on a phone as on a phone. The frame is sandboxed: nothing in it can run, submit or navigate. */
export function MessagePreview({ html, text }: Props) {
  const id = useId();
  const [view, setView] = useState<View>(() => (matchMedia('(width < 40rem)').matches ? 'phone' : 'desktop'));
  return (
    <div className="preview">
      <fieldset className="cluster">
        <legend className="visually-hidden">Preview</legend>
        {Object.entries(VIEWS).map(([name, label]) => (
          <label key={name} className="btn btn--outline btn--small">
            <input
              className="visually-hidden"
              type="radio"
              name={id}
              checked={view === name}
              onChange={() => isView(name) && setView(name)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className="preview__page" tabIndex={0} aria-label="Preview (text)">
          <pre>{text}</pre>
        </section>
      ) : (
        <iframe
          className={`preview__page preview__page--${view}`}
          title={`Preview (${VIEWS[view].toLowerCase()})`}
          sandbox=""
          srcDoc={html}
        />
      )}
    </div>
  );
}
