import { EditorContent, useEditor } from '@tiptap/react';
import { useId, useRef, useState } from 'react';
import { mailLimits } from '#shared/mail-limits';
import { mergeFields, mailingMessages as texts } from '../../../text/admin-compose.ts';
import { ImageRow, LinkRow } from './editor-prompts.tsx';
import { cleanPastedHtml, extensions, imageFromClipboard } from './editor-schema.ts';
import { Toolbar } from './editor-toolbar.tsx';

interface Props {
  initial: string;
  error: string | undefined;
  onChange: (html: string) => void;
}

const accept = mailLimits.imageTypes.map((type) => `.${type}`).join(',');

export function MailEditor({ initial, error, onChange }: Props) {
  const ids = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<'link' | File>();
  const takePicture = (from: DataTransfer | null) => {
    const picture = imageFromClipboard(from);
    if (picture) setAsked(picture);
    return picture !== undefined;
  };
  const editor = useEditor({
    extensions,
    content: initial,
    // The policy of the page takes no style sheet from script: its rules stand in composer.css.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_, { clipboardData }) => takePicture(clipboardData),
      handleDrop: (_, { dataTransfer }) => takePicture(dataTransfer),
      attributes: {
        'data-field': 'content',
        class: 'editor-content',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${ids}label`,
        'aria-describedby': `${ids}hint${error ? ` ${ids}fault` : ''}`,
        'aria-invalid': error ? 'true' : 'false',
      },
    },
    onUpdate: ({ editor: current }) => onChange(current.getHTML()),
  });
  const insert = (text: string) => editor.chain().focus().insertContent(text).run();
  return (
    <div className="field">
      <span className="label" id={`${ids}label`}>
        Content
      </span>
      <div className="editor" data-invalid={error ? '' : undefined}>
        <Toolbar editor={editor} onLink={() => setAsked('link')} onImage={() => chooser.current?.click()} />
        {asked === 'link' && <LinkRow editor={editor} onDone={() => setAsked(undefined)} />}
        {asked instanceof File && (
          <ImageRow key={asked.name} editor={editor} file={asked} onDone={() => setAsked(undefined)} />
        )}
        <EditorContent editor={editor} />
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Picture"
        accept={accept}
        onChange={({ target }) => {
          setAsked(target.files?.[0]);
          target.value = '';
        }}
      />
      <div className="merge-fields">
        {Object.entries(mergeFields).map(([label, text]) => (
          <button
            key={label}
            className="btn btn--outline btn--small"
            type="button"
            title={text}
            onClick={() => insert(text)}
          >
            {label}
          </button>
        ))}
        <p className="hint" id={`${ids}hint`}>
          {texts.fieldsHint}
        </p>
      </div>
      {error && (
        <p className="field-error" id={`${ids}fault`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
