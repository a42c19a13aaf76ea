import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { uploadMailImage } from '#contract/compose-campaign';
import { upload } from '../../../api/upload.ts';
import { TextField } from '../../../components/field.tsx';
import { useAction } from '../../../hooks/use-action.ts';
import { complaint } from '../../../text/account.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { refused } from '../mail-errors.ts';
import { toLinkAddress } from './editor-schema.ts';

const LABEL = 'Link to';

/** Links what is selected, or the address itself; an empty answer takes the link away. */
export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [error, setError] = useState<string>();
  const { href } = editor.getAttributes('link');
  const leave = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = (text: string) => {
    const address = toLinkAddress(text);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (text.trim() === '') chain.unsetLink().run();
    else if (address === undefined) return setError(complaint(LABEL, texts.linkDeps));
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      const marks = [{ type: 'link', attrs: { href: address } }];
      chain.insertContent({ type: 'text', text: text.trim(), marks }).run();
    } else chain.setLink({ href: address }).run();
    onDone();
  };
  return (
    <AskRow
      label={LABEL}
      action="Set the link"
      initial={typeof href === 'string' ? href : ''}
      error={error}
      onApply={apply}
      onCancel={leave}
    />
  );
}

interface ImageRowProps {
  editor: Editor;
  file: File;
  onDone: () => void;
}

/** Uploads a picture and puts it where the cursor is, with words for those who do not see it. */
export function ImageRow({ editor, file, onDone }: ImageRowProps) {
  const send = useAction((_alt: string) => upload(uploadMailImage, { image: [file] }), {
    failed: (error) => refused(error, true).sentence,
    onSuccess: ({ data }, alt) => {
      // The cursor goes on below: what is written next must not take the picture's place.
      editor.chain().focus().setImage({ src: data.url, alt: alt.trim() }).createParagraphNear().run();
      onDone();
    },
  });
  return (
    <AskRow
      label={`What ${file.name} shows`}
      hint="For those who do not see it. Leave it empty for an ornament."
      action={send.isBusy ? 'Uploading...' : 'Insert the picture'}
      busy={send.isBusy}
      error={send.notice?.text}
      onApply={send.start}
      onCancel={() => {
        editor.commands.focus();
        onDone();
      }}
    />
  );
}

interface AskRowProps {
  label: string;
  hint?: string;
  action: string;
  initial?: string;
  busy?: boolean;
  error?: string | undefined;
  onApply: (text: string) => void;
  onCancel: () => void;
}

/** One question of the editor, between its bar and its page; Enter answers, Escape leaves. */
function AskRow({ label, hint, action, initial = '', busy, error, onApply, onCancel }: AskRowProps) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const answer = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Enter' && !busy) onApply(text);
    if (event.key === 'Escape') onCancel();
  };
  return (
    <div className="editor-prompt">
      <TextField
        ref={input}
        name="answer"
        label={label}
        hint={hint}
        error={error}
        optional={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={answer}
      />
      <div className="form__actions">
        <button
          className="btn btn--small"
          type="button"
          aria-busy={busy || undefined}
          onClick={() => busy || onApply(text)}
        >
          {action}
        </button>
        <button className="btn btn--outline btn--small" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
