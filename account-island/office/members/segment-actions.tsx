import { useState } from 'react';
import { changeSegments } from '#contract/member-lists';
import { request } from '../../api/client.ts';
import {
  removeSegmentText,
  segmentRemoved,
  segmentSaved,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useForm } from '../../ui/use-form.ts';
import { isSameFilter } from './member-criteria.tsx';
import { type MemberFilter, noFilter, segmentOf } from './member-filters.tsx';
import { useSegments, useSetSegments } from './use-segments.ts';

interface Props {
  filter: MemberFilter;
  onNotice: (notice: NoticeMessage | undefined) => void;
  onClear: () => void;
}

/** Saves the filter of the list as a segment, removes the segment that it is, or clears it. */
export function SegmentActions({ filter, onNotice, onClear }: Props) {
  const { segments } = useSegments();
  const [isOpen, setOpen] = useState(false);
  const segment = segmentOf(filter, segments);
  if (isSameFilter(filter, noFilter)) return null;
  const end = (notice: NoticeMessage) => {
    setOpen(false);
    onNotice(notice);
  };
  const props = { onEnd: end, onCancel: () => setOpen(false) };
  return (
    <p className="list-actions">
      <Button kind="inline" onClick={onClear}>
        {texts.clearFilters}
      </Button>
      <Button
        kind="inline"
        onClick={() => {
          onNotice(undefined);
          setOpen(true);
        }}
      >
        {segment ? `${texts.removeSegment}...` : `${texts.saveSegment}...`}
      </Button>
      {isOpen &&
        (segment ? (
          <RemoveDialog name={segment.name} {...props} />
        ) : (
          <SaveDialog filter={filter} {...props} />
        ))}
    </p>
  );
}

interface DialogProps {
  onEnd: (notice: NoticeMessage) => void;
  onCancel: () => void;
}

function SaveDialog({ filter, onEnd, onCancel }: DialogProps & Pick<Props, 'filter'>) {
  const setSegments = useSetSegments();
  const form = useForm<'name'>({
    labels: { name: texts.segmentName },
    submit: async (element) => {
      const name = String(new FormData(element).get('name') ?? '').trim();
      setSegments((await request(changeSegments, { action: 'save', name, filter })).data.segments);
      onEnd({ tone: 'success', text: segmentSaved(name) });
      return undefined;
    },
    errors: { fallback: texts.actionFailed },
  });
  return (
    <FormDialog
      title={texts.saveSegment}
      text={texts.saveSegmentText}
      form={form}
      label={texts.saveSegment}
      busyLabel="Saving..."
      onCancel={onCancel}
    >
      <TextField {...form.field('name')} required maxLength={60} wide hint={texts.segmentHint} />
    </FormDialog>
  );
}

function RemoveDialog({ name, onEnd, onCancel }: DialogProps & { name: string }) {
  const setSegments = useSetSegments();
  const remove = useAction(
    async () => (await request(changeSegments, { action: 'remove', name })).data.segments,
    {
      onSuccess: (segments) => {
        setSegments(segments);
        onEnd({ tone: 'success', text: segmentRemoved(name) });
      },
      onError: (error) => onEnd({ tone: 'danger', text: errorSentence(error, texts.actionFailed) }),
    },
  );
  return (
    <ConfirmDialog
      title={texts.removeSegment}
      text={removeSegmentText(name)}
      label={texts.removeSegment}
      busy={remove.isBusy}
      onConfirm={() => remove.start()}
      onCancel={onCancel}
    />
  );
}
