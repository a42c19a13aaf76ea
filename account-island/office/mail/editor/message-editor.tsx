import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { useId, useRef, useState } from 'react';
import { mailLimits } from '#shared/mail-limits';
import { mergeFields, composeMessages as texts } from '../../../text/admin-compose.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ImagePrompt, LinkPrompt } from './editor-prompts.tsx';
import { extensions } from './editor-schema.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { usePaste } from './use-paste.ts';

interface Props {
  initial: string;
  error: string | undefined;
  onChange: (html: string) => void;
}

const accept = mailLimits.imageTypes.map((type) => `.${type}`).join(',');

export function MessageEditor({ initial, error, onChange }: Props) {
  const ids = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [hasLinkPrompt, setHasLinkPrompt] = useState(false);
  /** Each waits for its description. */
  const [images, setImages] = useState<readonly File[]>([]);
  const askForLink = (isAsked: boolean) => {
    setImages([]);
    setHasLinkPrompt(isAsked);
  };
  const askForImages = (files: readonly File[]) => {
    setHasLinkPrompt(false);
    setImages(files);
  };
  const { paste, drop, transformPastedHTML, notice } = usePaste(askForImages);
  const editor: Editor = useEditor({
    extensions,
    content: initial,
    // The page's content security policy forbids style sheets added by script; message-editor.css has the rules.
    injectCSS: false,
    editorProps: {
      transformPastedHTML,
      handlePaste: (_, { clipboardData }) => paste(editor, clipboardData),
      handleDrop: (_, { dataTransfer }) => drop(dataTransfer),
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
          onLink={() => askForLink(true)}
          onImage={() => chooser.current?.click()}
        />
        {hasLinkPrompt && <LinkPrompt editor={editor} onDone={() => askForLink(false)} />}
        {images[0] && (
          <ImagePrompt
            key={images.length}
            editor={editor}
            file={images[0]}
            onDone={() => setImages(images.slice(1))}
          />
        )}
        <EditorContent editor={editor} />
      </div>
      <div role="status">{notice && <Notice tone="warning">{notice}</Notice>}</div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="Image"
        accept={accept}
        onChange={({ target }) => {
          askForImages([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <div className="merge-fields">
        {Object.entries(mergeFields).map(([label, text]) => (
          <Button key={label} kind="outline" isSmall title={text} onClick={() => insert(text)}>
            {label}
          </Button>
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
