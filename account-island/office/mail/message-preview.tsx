import { useState } from 'react';
import { ChoiceButtons } from '../../ui/field.tsx';

interface Props {
  /** A whole document. */
  html: string;
  text: string;
}

const VIEWS = ['Desktop', 'Phone', 'Text'] as const;
type View = (typeof VIEWS)[number];

/** The email as a recipient sees it, on a phone as on a phone. The frame is sandboxed: nothing in it can run, submit or navigate. */
export function MessagePreview({ html, text }: Props) {
  const [view, setView] = useState<View>(() => (matchMedia('(width < 40rem)').matches ? 'Phone' : 'Desktop'));
  return (
    <div className="preview">
      <fieldset className="cluster">
        <legend className="visually-hidden">Preview</legend>
        <ChoiceButtons choices={VIEWS} chosen={view} onChoose={setView} />
      </fieldset>
      {view === 'Text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className="preview__page" tabIndex={0} aria-label="Preview (text)">
          <pre>{text}</pre>
        </section>
      ) : (
        <iframe
          className={`preview__page preview__page--${view.toLowerCase()}`}
          title={`Preview (${view.toLowerCase()})`}
          sandbox=""
          srcDoc={html}
        />
      )}
    </div>
  );
}
