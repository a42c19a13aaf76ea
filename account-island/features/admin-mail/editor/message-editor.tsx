import { EditorContent, useEditor } from '@tiptap/react';
import { useId, useRef, useState } from 'react';
import { mailLimits } from '#shared/mail-limits';
import { mergeFields, composeMessages as texts } from '../../../text/admin-compose.ts';
import { ImagePrompt, LinkPrompt } from './editor-prompts.tsx';
import { cleanPastedHtml, extensions, imageFromClipboard } from './editor-schema.ts';
import { EditorToolbar } from './editor-toolbar.tsx';

interface Props {
  initial: string;
  error: string | undefined;
  onChange: (html: string) => void;
}

const accept = mailLimits.imageTypes.map((type) => `.${type}`).join(',');

export function MessageEditor({ initial, error, onChange }: Props) {
  const ids = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [prompt, setPrompt] = useState<'link' | File>();
  const takeImage = (from: DataTransfer | null) => {
    const image = imageFromClipboard(from);
    if (image) setPrompt(image);
    return image !== undefined;
  };
  const editor = useEditor({
    extensions,
    content: initial,
    // The page's content security policy forbids style sheets added by script; message-editor.css has the rules.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_, { clipboardData }) => takeImage(clipboardData),
      handleDrop: (_, { dataTransfer }) => takeImage(dataTransfer),
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
        <EditorToolbar
          editor={editor}
          onLink={() => setPrompt('link')}
          onImage={() => chooser.current?.click()}
        />
        {prompt === 'link' && <LinkPrompt editor={editor} onDone={() => setPrompt(undefined)} />}
        {prompt instanceof File && (
          <ImagePrompt key={prompt.name} editor={editor} file={prompt} onDone={() => setPrompt(undefined)} />
        )}
        <EditorContent editor={editor} />
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Image"
        accept={accept}
        onChange={({ target }) => {
          setPrompt(target.files?.[0]);
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
