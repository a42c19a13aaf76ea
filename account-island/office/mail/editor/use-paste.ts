import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { uploadMailImage } from '#contract/compose-campaign';
import { upload } from '../../../api/upload.ts';
import { type Dropped, describeDropped, composeMessages as texts } from '../../../text/admin-compose.ts';
import { useAction } from '../../../ui/use-action.ts';
import { convertPastedHtml, pastedImages } from './pasted-html.ts';

const MARKUP = /<!--[\s\S]*?-->|<[^>]*>/g;

/** The files that were pasted or dropped; none for text that comes with a picture of itself. */
function filesOf(from: DataTransfer | null): File[] {
  const words = [from?.getData('text/plain'), from?.getData('text/html')?.replace(MARKUP, '')];
  return words.some((text) => text?.trim()) ? [] : [...(from?.files ?? [])];
}

/**
 * What the editor does with what is pasted or dropped: asks for a description of images that come as files, uploads those
 * that stand in the HTML, and says what an email can't hold.
 */
export function usePaste(onImages: (images: File[]) => void) {
  const [dropped, setDropped] = useState<Dropped>({});
  const uploading = useAction(({ html }: { html: string; editor: Editor }) => uploadImages(html), {
    onSuccess: (images, { html, editor }) => {
      const converted = convertPastedHtml(html, images);
      editor.setEditable(true);
      editor.commands.focus();
      editor.view.pasteHTML(converted.html);
      setDropped(converted.dropped);
    },
  });

  const takeFiles = (from: DataTransfer | null) => {
    const files = filesOf(from);
    if (files.length === 0) return false;
    const images = files.filter(({ type }) => type.startsWith('image/'));
    setDropped({ files: files.length - images.length });
    if (images.length > 0) onImages(images);
    return true;
  };

  return {
    transformPastedHTML: (pasted: string) => {
      const converted = convertPastedHtml(pasted);
      setDropped(converted.dropped);
      return converted.html;
    },
    /** True if it is dealt with here. The cursor stays where it is while images are uploaded. */
    paste: (editor: Editor, from: DataTransfer | null) => {
      if (takeFiles(from)) return true;
      const html = from?.getData('text/html') ?? '';
      if (pastedImages(html).length === 0) return false;
      setDropped({});
      editor.setEditable(false);
      uploading.start({ html, editor });
      return true;
    },
    drop: takeFiles,
    notice: uploading.isBusy ? texts.uploadingImages : describeDropped(dropped),
  };
}

/** Our addresses of the images that stand in the HTML; without those that the server refuses. */
async function uploadImages(html: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const [index, given] of [...new Set(pastedImages(html))].entries()) {
    const file = fileFromData(given, `image-${index + 1}`);
    const reply = file && (await upload(uploadMailImage, { image: [file] }).catch(() => undefined));
    if (reply) addresses.set(given, reply.data.url);
  }
  return addresses;
}

/** Undefined for what is not base64. The page's content security policy lets nothing fetch such an address. */
function fileFromData(address: string, name: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,([\w+/=\s]+)$/i.exec(address) ?? [];
  if (data === '') return undefined;
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new File([bytes], `${name}.${type.slice('image/'.length).replace('jpeg', 'jpg')}`, { type });
}
