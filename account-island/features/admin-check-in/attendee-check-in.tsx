import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Attendee, Conference, checkIn } from '#contract/check-in';
import type { RequestOf } from '#contract/endpoint';
import { request } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { useTabState } from '../../hooks/tab-state.ts';
import { useAction } from '../../hooks/use-action.ts';
import { ADMIN_DATA } from '../../hooks/use-member.ts';
import {
  checkedIn,
  checkInUndone,
  countOf,
  isValid,
  nameChanged,
  checkInMessages as texts,
  validitySentence,
} from '../../text/check-in.ts';
import { errorSentence, type NoticeMessage } from '../../text/errors.ts';
import { CardScanner } from './card-scanner.tsx';
import { findKnown } from './known-conferences.ts';
import { MemberSearch } from './member-search.tsx';

type MemberKey = RequestOf<typeof checkIn>['member'];

/** The link of a membership card, by whichever name of the site. */
const CARD_LINK = /^https?:\/\/[^/]+\/proof#([\w-]{22})$/;

/** What the list shows of a member who was checked in, and needs for Undo. */
const CheckedIn = z.pick(Attendee, { uid: true, name: true, state: true, status: true });
type CheckedIn = z.output<typeof CheckedIn>;
/** The latest first. */
const StoredCheckIns = z.object({ conference: Conference, done: z.array(CheckedIn) });

/** The list of this conference, which a reload of the page keeps. */
function useCheckedIn(conference: Conference) {
  const [list, setList] = useTabState('check-in-list', StoredCheckIns, { conference, done: [] });
  const doneIn = (kept: typeof list) => (findKnown(conference, [kept.conference]) ? kept.done : []);
  return {
    done: doneIn(list),
    add: ({ uid, name, state, status }: Attendee) =>
      setList((before) => ({
        conference,
        done: [{ uid, name, state, status }, ...doneIn(before).filter((each) => each.uid !== uid)],
      })),
    remove: ({ uid }: Attendee) =>
      setList((before) => ({ conference, done: doneIn(before).filter((each) => each.uid !== uid) })),
  };
}

interface Props {
  conference: Conference;
  view: 'scan' | 'search';
}

/** Finds one member after the other, by card or by name, and checks them in. */
export function AttendeeCheckIn({ conference, view }: Props) {
  const [attendee, setAttendee] = useState<Attendee>();
  const list = useCheckedIn(conference);
  const [notice, setNotice] = useState<NoticeMessage>();
  const send = async (input: Pick<RequestOf<typeof checkIn>, 'action' | 'member'>) =>
    (await request(checkIn, { ...input, conference })).data;
  const options = {
    failed: (error: unknown) => errorSentence(error, texts.failed),
    onNotice: setNotice,
  };
  const find = useAction((member: MemberKey) => send({ action: 'find', member }), {
    ...options,
    onSuccess: setAttendee,
  });
  const add = useAction(({ uid }: Attendee) => send({ action: 'check-in', member: { uid } }), {
    ...options,
    done: ({ name }) => checkedIn(name),
    invalidates: [ADMIN_DATA],
    onSuccess: (added) => {
      setAttendee(undefined);
      list.add(added);
    },
  });
  const undo = useAction(({ uid }: Pick<Attendee, 'uid'>) => send({ action: 'undo', member: { uid } }), {
    ...options,
    done: ({ name }) => checkInUndone(name),
    invalidates: [ADMIN_DATA],
    onSuccess: (removed) => {
      setAttendee(undefined);
      list.remove(removed);
    },
  });
  const isBusy = find.isBusy || add.isBusy || undo.isBusy;
  const read = (text: string) => {
    if (isBusy || attendee) return;
    const card = CARD_LINK.exec(text)?.[1];
    if (card === undefined) setNotice({ tone: 'danger', text: texts.notACard });
    else find.start({ card });
  };

  return (
    <>
      <ResultNotice notice={notice} />
      {attendee && (
        <AttendeeView
          attendee={attendee}
          isBusy={isBusy}
          onCheckIn={() => add.start(attendee)}
          onUndo={() => undo.start(attendee)}
          onNext={() => {
            setNotice(undefined);
            setAttendee(undefined);
          }}
        />
      )}
      {view === 'scan' && <CardScanner isHidden={attendee !== undefined} onRead={read} />}
      {view === 'search' && !attendee && <MemberSearch onSelect={(uid) => isBusy || find.start({ uid })} />}
      {list.done.length > 0 && (
        <DataTable
          caption={countOf(list.done.length)}
          columns={COLUMNS}
          rows={list.done}
          rowKey={({ uid }) => uid}
          actions={(each) => (
            <Button
              kind="inline"
              aria-label={`${texts.undo}: ${each.name}`}
              isLocked={isBusy}
              onClick={() => undo.start(each)}
            >
              {texts.undo}
            </Button>
          )}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<CheckedIn>[] = [
  { label: 'Name', cell: ({ name }) => name, isHeader: true },
  { label: 'Membership', cell: (each) => (isValid(each) ? texts.valid : texts.notValid) },
];

interface AttendeeProps {
  attendee: Attendee;
  isBusy: boolean;
  onCheckIn: () => void;
  onUndo: () => void;
  onNext: () => void;
}

/** One member at the desk. The focus is on the name, so that it is read out and Tab leads to the buttons. */
function AttendeeView({ attendee, isBusy, onCheckIn, onUndo, onNext }: AttendeeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { name, affiliation, type, uid, nameChangedOn, isCheckedIn } = attendee;
  const valid = isValid(attendee);
  return (
    <>
      <div className="status-summary">
        <div>
          <h3 ref={heading} tabIndex={-1}>
            {name}
          </h3>
          <p>{[type, affiliation, uid].filter((text) => text !== undefined && text !== '').join(' · ')}</p>
          <p className={valid ? 'notice notice--success' : 'notice notice--danger'}>
            <span>
              <strong>{valid ? texts.valid : texts.notValid}.</strong> {validitySentence(attendee)}
              {!valid && !isCheckedIn && ` ${texts.stillPossible}`}
            </span>
          </p>
          {nameChangedOn !== '' && <p>{nameChanged(nameChangedOn)}</p>}
          {isCheckedIn && <p>{texts.checkedInAlready}</p>}
        </div>
      </div>
      <div className="panel__actions">
        {isCheckedIn ? (
          <Button kind="outline" isBusy={isBusy} onClick={onUndo}>
            {texts.undo}
          </Button>
        ) : (
          <Button isBusy={isBusy} onClick={onCheckIn}>
            {texts.checkIn}
          </Button>
        )}
        <Button kind="outline" onClick={onNext}>
          {texts.next}
        </Button>
      </div>
    </>
  );
}
