import { useState } from 'react';
import { changeSegments, type Segment } from '#contract/member-lists';
import { request } from '../../api/client.ts';
import {
  removeSegmentText,
  segmentRemoved,
  segmentSaved,
  adminMessages as texts,
} from '../../text/admin-members.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useSegments, useSetSegments } from '../../ui/use-segments.ts';
import { filterOf, isSameFilter, type MemberFilter, noFilter, segmentOf } from './member-filter.ts';

interface Props {
  filter: MemberFilter;
  onChoose: (filter: MemberFilter) => void;
  /** Called with what came of saving or removing one; absent where segments are only chosen. */
  onNotice?: (notice: NoticeMessage | undefined) => void;
}

/** The filters that administrators saved, to choose, save or remove one. */
export function SegmentsMenu({ filter, onChoose, onNotice }: Props) {
  const { segments } = useSegments();
  const [dialog, setDialog] = useState<Pick<Segment, 'name'>>();
  const segment = segmentOf(filter, segments);
  const open = (next: Pick<Segment, 'name'>) => () => {
    onNotice?.(undefined);
    setDialog(next);
  };
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
              onSelect: open({ name: '' }),
            },
          onNotice !== undefined &&
            segment !== undefined && {
              label: `${texts.removeSegment}...`,
              onSelect: open(segment),
              isDangerous: true,
            },
        ]}
      />
      {dialog && (
        <SegmentDialog
          filter={filter}
          segment={dialog}
          onDone={(text) => {
            setDialog(undefined);
            onNotice?.({ tone: 'success', text });
          }}
          onCancel={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface DialogProps {
  filter: MemberFilter;
  /** The segment to remove; without a name, the filter is saved as a new one. */
  segment: Pick<Segment, 'name'>;
  onDone: (sentence: string) => void;
  onCancel: () => void;
}

function SegmentDialog({ filter, segment: { name }, onDone, onCancel }: DialogProps) {
  const setSegments = useSetSegments();
  const isNew = name === '';
  return (
    <ActionDialog
      title={isNew ? texts.saveSegment : texts.removeSegment}
      text={isNew ? texts.saveSegmentText : removeSegmentText(name)}
      fields={isNew ? [{ name: 'name', label: texts.segmentName, hint: texts.segmentHint }] : []}
      reasonHint={false}
      request={{
        schema: changeSegments.request,
        read: (text) => (isNew ? { action: 'save', name: text('name'), filter } : { action: 'remove', name }),
      }}
      run={async (change) => {
        setSegments((await request(changeSegments, change)).data.segments);
        return isNew ? segmentSaved(change.name) : segmentRemoved(name);
      }}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
