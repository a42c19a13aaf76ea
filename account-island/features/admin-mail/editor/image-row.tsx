import { useMutation } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { uploadImage } from '#contract/mailing';
import { upload } from '../../../api/upload.ts';
import { refused } from '../compose/refused.ts';
import { AskRow } from './editor-prompts.tsx';

interface Props {
  editor: Editor;
  file: File;
  onDone: () => void;
}

/** Uploads a picture and puts it where the cursor is, with words for those who do not see it. */
export function ImageRow({ editor, file, onDone }: Props) {
  const send = useMutation({
    mutationFn: () => upload(uploadImage, { image: [file] }),
    networkMode: 'always',
  });
  const apply = (alt: string) =>
    send.mutate(undefined, {
      onSuccess: ({ data }) => {
        // The cursor goes on below: what is written next must not take the picture's place.
        editor.chain().focus().setImage({ src: data.url, alt: alt.trim() }).createParagraphNear().run();
        onDone();
      },
    });
  return (
    <AskRow
      label={`What ${file.name} shows`}
      hint="For those who do not see it. Leave it empty for an ornament."
      action={send.isPending ? 'Uploading...' : 'Insert the picture'}
      busy={send.isPending}
      fault={send.error ? refused(send.error, true).sentence : undefined}
      onApply={apply}
      onCancel={() => {
        editor.commands.focus();
        onDone();
      }}
    />
  );
}
