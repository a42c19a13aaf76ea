import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { complaint } from '../../../text/account.ts';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { AskRow } from './editor-prompts.tsx';
import { linkAddress } from './editor-schema.ts';

const LABEL = 'Link to';

/** Links what is selected, or the address itself; an empty answer takes the link away. */
export function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [fault, setFault] = useState<string>();
  const { href } = editor.getAttributes('link');
  const leave = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = (text: string) => {
    const address = linkAddress(text);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (text.trim() === '') chain.unsetLink().run();
    else if (address === undefined) return setFault(complaint(LABEL, texts.linkNeeds));
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
      fault={fault}
      onApply={apply}
      onCancel={leave}
    />
  );
}
