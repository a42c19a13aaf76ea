import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changeMemberNotes, getMemberNotes, NOTE_CHARACTERS, type Note } from '#contract/member-records';
import { request } from '../../api/client.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { ItemList } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Pager } from '../../components/pager.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { useAction } from '../../hooks/use-action.ts';
import { useLeaveWarning } from '../../hooks/use-autosave.ts';
import { useCursorPages } from '../../hooks/use-cursor-pages.ts';
import { useForm } from '../../hooks/use-form.ts';
import { useItemDialog } from '../../hooks/use-item-dialog.ts';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import { adminMessages as texts } from '../../text/admin-members.ts';
import { formatInHongKong } from '../../text/dates.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';

/** What administrators wrote about the member, the latest first. */
export function MemberNotes({ uid, onUnsaved }: Omit<NoticeProps, 'onNotice'>) {
  const { item: deleting, notice, setNotice, open, close } = useItemDialog<Note>();
  const { query, pager } = useCursorPages({
    queryKey: [...ADMIN_DATA, 'notes-of', uid],
    fetchPage: async (cursor) => (await request(getMemberNotes, { uid, cursor })).data,
  });
  const end = (result: NoticeMessage) => {
    close();
    setNotice(result);
  };
  return (
    <>
      <h3>Notes</h3>
      <ResultNotice notice={notice} />
      <NoteForm uid={uid} onUnsaved={onUnsaved} onNotice={setNotice} />
      <QueryState query={query} waiting={texts.loadingNotes} failed={texts.loadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="hint">{texts.noNotes}</p>
          ) : (
            <ItemList>
              {items.map((note) => (
                <NoteItem key={note.id} note={note} onDelete={() => open(note)} />
              ))}
            </ItemList>
          )
        }
      </QueryState>
      <Pager {...pager} one="1 note" other="{n} notes" />
      {deleting && <DeleteDialog uid={uid} note={deleting} onEnd={end} onCancel={close} />}
    </>
  );
}

const NoteItem = ({ note: { at, author, text }, onDelete }: { note: Note; onDelete: () => void }) => (
  <li>
    <div className="item-list__text">
      <p>{text}</p>
      <p className="hint">
        By {author} · <time dateTime={at}>{formatInHongKong(at)}</time> (Hong Kong time)
      </p>
    </div>
    <Button kind="outline" isSmall aria-label={`Delete note of ${formatInHongKong(at)}`} onClick={onDelete}>
      Delete
    </Button>
  </li>
);

interface NoticeProps {
  uid: string;
  /** Called with whether the form has a note that is not added. */
  onUnsaved: (isUnsaved: boolean) => void;
  onNotice: (notice: NoticeMessage | undefined) => void;
}

function NoteForm({ uid, onUnsaved, onNotice }: NoticeProps) {
  const client = useQueryClient();
  const [isTyped, setIsTyped] = useState(false);
  useLeaveWarning(isTyped);
  useEffect(() => {
    onUnsaved(isTyped);
    return () => onUnsaved(false);
  }, [isTyped, onUnsaved]);
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const form = useForm<'text'>({
    labels: { text: texts.noteLabel },
    submit: async (element) => {
      onNotice(undefined);
      const text = String(new FormData(element).get('text') ?? '');
      await request(changeMemberNotes, { action: 'add', uid, text, attempt });
      setAttempt(crypto.randomUUID());
      element.reset();
      setIsTyped(false);
      onNotice({ tone: 'success', text: texts.noteAdded });
      await client.invalidateQueries({ queryKey: ADMIN_DATA });
      return undefined;
    },
    errors: { fallback: texts.actionFailed },
  });
  return (
    <form className="form" {...form.form}>
      <TextArea
        {...form.field('text')}
        required
        optional={false}
        maxLength={NOTE_CHARACTERS}
        rows={3}
        hint={texts.noteHint}
        onChange={({ target }) => setIsTyped(target.value.trim() !== '')}
      />
      <ResultNotice notice={form.notice} />
      <div className="form__actions">
        <SubmitButton label={texts.addNote} busyLabel="Adding..." {...form.button} />
      </div>
    </form>
  );
}

interface DialogProps {
  uid: string;
  note: Note;
  onEnd: (notice: NoticeMessage) => void;
  onCancel: () => void;
}

function DeleteDialog({ uid, note, onEnd, onCancel }: DialogProps) {
  const deletion = useAction(() => request(changeMemberNotes, { action: 'delete', uid, id: note.id }), {
    invalidates: [ADMIN_DATA],
    onSuccess: () => onEnd({ tone: 'success', text: texts.noteDeleted }),
    onError: (error) => onEnd({ tone: 'danger', text: errorSentence(error, texts.actionFailed) }),
  });
  return (
    <ConfirmDialog
      title={texts.deleteNote}
      text={texts.deleteNoteText}
      label={texts.deleteNote}
      busy={deletion.isBusy}
      onConfirm={() => deletion.start()}
      onCancel={onCancel}
    />
  );
}
