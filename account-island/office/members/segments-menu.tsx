import { useState } from 'react';
import { changeSegments, Segment } from '#contract/member-lists';
import { request } from '../../api/client.ts';
import {
  removeSegmentText,
  segmentRemoved,
  segmentSaved,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { filterOf, isSameFilter, type MemberFilter, noFilter, segmentOf } from './member-filter.ts';
import { useSegments, useSetSegments } from './use-segments.ts';

interface Props {
  filter: MemberFilter;
  onChoose: (filter: MemberFilter) => void;
  /** Called with what came of saving or removing one; absent where segments are only chosen. */
  onNotice?: (notice: NoticeMessage | undefined) => void;
}

/** The filters that administrators saved, to choose, save or remove one. */
export function SegmentsMenu({ filter, onChoose, onNotice }: Props) {
  const { segments } = useSegments();
  const [dialog, setDialog] = useState<'save' | 'remove'>();
  const segment = segmentOf(filter, segments);
  const open = (next: 'save' | 'remove') => {
    onNotice?.(undefined);
    setDialog(next);
  };
  const end = (notice: NoticeMessage) => {
    setDialog(undefined);
    onNotice?.(notice);
  };
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        label={segment ? `Segment: ${segment.name}` : 'Segments'}
        actions={[
          ...segments.map((each) => ({ label: each.name, onSelect: () => onChoose(filterOf(each)) })),
          onNotice !== undefined &&
            !segment &&
            !isSameFilter(filter, noFilter) && {
              label: `${texts.saveSegment}...`,
              onSelect: () => open('save'),
            },
          onNotice !== undefined &&
            segment !== undefined && {
              label: `${texts.removeSegment}...`,
              onSelect: () => open('remove'),
              isDangerous: true,
            },
        ]}
      />
      {dialog === 'save' && <SaveDialog filter={filter} onEnd={end} onCancel={close} />}
      {dialog === 'remove' && segment && <RemoveDialog name={segment.name} onEnd={end} onCancel={close} />}
    </>
  );
}

interface DialogProps {
  onEnd: (notice: NoticeMessage) => void;
  onCancel: () => void;
}

function SaveDialog({ filter, onEnd, onCancel }: DialogProps & Pick<Props, 'filter'>) {
  const setSegments = useSetSegments();
  return (
    <ActionDialog
      title={texts.saveSegment}
      text={texts.saveSegmentText}
      fields={[{ name: 'name', label: texts.segmentName, hint: texts.segmentHint }]}
      reasonHint={false}
      request={{ schema: Segment, read: (text) => ({ name: text('name'), filter }) }}
      run={async (segment) => {
        setSegments((await request(changeSegments, { action: 'save', ...segment })).data.segments);
        return segmentSaved(segment.name);
      }}
      onDone={(text) => onEnd({ tone: 'success', text })}
      onCancel={onCancel}
    />
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
