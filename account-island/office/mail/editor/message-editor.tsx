import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useId, useRef, useState } from 'react';
import { mailLimits } from '#shared/mail-limits';
import { mergeFields, composeMessages as texts } from '../../../text/admin-compose.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { ImagePrompt, LinkPrompt } from './editor-prompts.tsx';
import { extensions } from './editor-schema.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { showFields, storeFields } from './merge-field.ts';
import { filesIn } from './pasted.ts';

interface Props {
  initial: string;
  error: string | undefined;
  onChange: (html: string) => void;
}

const accept = mailLimits.imageTypes.map((type) => `.${type}`).join(',');

/** The text of an email, with its toolbar; below it the fallback of the merge field that is selected. */
export function MessageEditor({ initial, error, onChange }: Props) {
  const errorId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [hasLinkPrompt, setHasLinkPrompt] = useState(false);
  /** Each waits for its description. Two may be the same file. */
  const [images, setImages] = useState<readonly { id: string; file: File }[]>([]);
  /** False if there are no files; the browser would open one that is no image. */
  const askForImages = (files: readonly File[]) => {
    if (files.length === 0) return false;
    const pictures = files.filter(({ type }) => type.startsWith('image/'));
    if (pictures.length > 0) setHasLinkPrompt(false);
    const added = pictures.map((file) => ({ id: crypto.randomUUID(), file }));
    setImages((waiting) => [...waiting, ...added]);
    return true;
  };
  const editor = useEditor({
    extensions,
    content: showFields(initial),
    // The page's content security policy forbids style sheets added by script; the site's mail.css has the rules.
    injectCSS: false,
    editorProps: {
      handlePaste: (_, { clipboardData }) => askForImages(filesIn(clipboardData)),
      handleDrop: (_, { dataTransfer }) => askForImages(filesIn(dataTransfer)),
      attributes: {
        'data-field': 'content',
        class: 'editor-content',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': texts.content,
        'aria-invalid': error ? 'true' : 'false',
        ...(error && { 'aria-describedby': errorId }),
      },
    },
    onUpdate: ({ editor: current }) => onChange(storeFields(current.getHTML())),
  });
  return (
    <div className="editor" data-invalid={error ? '' : undefined}>
      <div className="cluster editor__bar">
        <EditorToolbar
          editor={editor}
          onLink={() => {
            setImages([]);
            setHasLinkPrompt(true);
          }}
          onImage={() => chooser.current?.click()}
        />
        <fieldset className="cluster editor__insert">
          <legend>{texts.insert}</legend>
          {mergeFields.map(({ label, ...attrs }) => (
            <Button
              key={label}
              kind="inline"
              onClick={() => editor.chain().focus().insertContent({ type: 'mergeField', attrs }).run()}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      {hasLinkPrompt && <LinkPrompt editor={editor} onDone={() => setHasLinkPrompt(false)} />}
      {images[0] && (
        <ImagePrompt
          key={images[0].id}
          editor={editor}
          file={images[0].file}
          onDone={() => setImages((waiting) => waiting.slice(1))}
        />
      )}
      <EditorContent editor={editor} />
      <FallbackField editor={editor} />
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
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

/** Asks what is written for members without the detail, while a merge field is selected. */
function FallbackField({ editor }: { editor: Editor }) {
  const id = useId();
  const field = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      if (!current.isActive('mergeField')) return undefined;
      const { name, fallback } = current.getAttributes('mergeField');
      return { at: current.state.selection.from, name: String(name), fallback: String(fallback) };
    },
  });
  if (!field) return null;
  const { at, name, fallback } = field;
  return (
    <div className="cluster editor__fallback">
      <label htmlFor={id}>
        <strong>{mergeFields.find((each) => each.name === name)?.label ?? name}</strong> {texts.fallback}
      </label>
      <input
        className="input"
        id={id}
        autoComplete="off"
        value={fallback}
        onChange={({ target }) =>
          editor
            .chain()
            .updateAttributes('mergeField', { fallback: target.value.replace(/[{}|]/g, '') })
            .setNodeSelection(at)
            .run()
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          editor.commands.focus(at + 1);
        }}
      />
      <Button kind="inline" onClick={() => editor.chain().focus().deleteSelection().run()}>
        {texts.removeField}
      </Button>
    </div>
  );
}
