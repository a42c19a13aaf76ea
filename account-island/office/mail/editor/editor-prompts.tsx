import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { uploadMailImage } from '#contract/compose-campaign';
import { upload } from '../../../api/client.ts';
import { composeMessages as texts } from '../../../text/admin-compose.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { describeMailError } from '../compose/message.ts';
import { toLinkAddress } from './editor-schema.ts';

interface Props {
  editor: Editor;
  onDone: () => void;
}

/** Links the selected text or, without a selection, inserts the address; an empty answer removes the link. */
export function LinkPrompt(props: Props) {
  const { editor, onDone } = props;
  const [error, setError] = useState<string>();
  const { href } = editor.getAttributes('link');
  const apply = (text: string) => {
    const address = toLinkAddress(text);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (text.trim() === '') chain.unsetLink().run();
    else if (address === undefined) return setError(texts.linkError);
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      const marks = [{ type: 'link', attrs: { href: address } }];
      chain.insertContent({ type: 'text', text: text.trim(), marks }).run();
    } else chain.setLink({ href: address }).run();
    onDone();
  };
  return (
    <EditorPrompt
      {...props}
      label="Link address"
      action="Apply link"
      initial={typeof href === 'string' ? href : ''}
      error={error}
      onApply={apply}
    />
  );
}

/** Uploads an image and inserts it at the cursor, with a description. */
export function ImagePrompt({ file, ...props }: Props & { file: File }) {
  const send = useAction((_alt: string) => upload(uploadMailImage, { image: [file] }), {
    failed: (error) => describeMailError(error, true).sentence,
    onSuccess: ({ data }, alt) => {
      // The cursor moves below the image, so that typing does not replace it.
      props.editor.chain().focus().setImage({ src: data.url, alt: alt.trim() }).createParagraphNear().run();
      props.onDone();
    },
  });
  return (
    <EditorPrompt
      {...props}
      label={`Description of ${file.name}`}
      hint={texts.imageHint}
      action={send.isBusy ? 'Uploading...' : 'Insert image'}
      isBusy={send.isBusy}
      error={send.notice?.text}
      onApply={send.start}
    />
  );
}

interface PromptProps extends Props {
  label: string;
  hint?: string;
  action: string;
  initial?: string;
  isBusy?: boolean;
  error: string | undefined;
  onApply: (text: string) => void;
}

/** A question between the toolbar and the text; Enter applies, Escape cancels. */
function EditorPrompt({
  editor,
  action,
  initial = '',
  isBusy = false,
  onApply,
  onDone,
  ...field
}: PromptProps) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const cancel = () => {
    editor.commands.focus();
    onDone();
  };
  const answer = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Enter' && !isBusy) onApply(text);
    if (event.key === 'Escape') cancel();
  };
  return (
    <div className="editor-prompt">
      <TextField
        {...field}
        ref={input}
        name="answer"
        optional={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={answer}
      />
      <div className="form__actions">
        <Button isSmall isBusy={isBusy} onClick={() => onApply(text)}>
          {action}
        </Button>
        <Button kind="outline" isSmall onClick={cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
