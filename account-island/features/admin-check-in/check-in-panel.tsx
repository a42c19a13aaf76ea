import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Conference } from '#contract/check-in';
import type { AttendedConference } from '#contract/member-lists';
import { Button } from '../../components/button.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { ViewSwitcher } from '../../components/view-switcher.tsx';
import { useTabState } from '../../hooks/tab-state.ts';
import { useSegmentsQuery } from '../../hooks/use-segments.ts';
import { conferenceLabel, newConference, checkInMessages as texts } from '../../text/check-in.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { AttendeeCheckIn } from './attendee-check-in.tsx';
import { ConferenceForm } from './conference-form.tsx';
import { alikeConferences, findKnown } from './known-conferences.ts';

const VIEWS = { scan: 'Scan', search: 'Search' };
const View = z.enum(['scan', 'search']);

/**
 * The desk where members check in at a conference. The conference is part of the address, so that each desk opens the
 * same one and a reload keeps it.
 */
export default function CheckInPanel() {
  const query = useSegmentsQuery();
  const [parameters, setParameters] = useSearchParams();
  const text = (name: string) => parameters.get(name) ?? '';
  const conference = { name: text('name'), venue: text('venue'), date: text('date'), link: text('link') };
  if (query.data)
    return (
      <ConferenceCheckIn
        conference={conference}
        known={query.data.conferences}
        onChange={(next, options) => setParameters({ ...next }, options)}
      />
    );
  return (
    <Panel title="Check-in">
      <QueryState query={query} waiting={texts.loadingConferences} failed={texts.loadFailed}>
        {() => null}
      </QueryState>
    </Panel>
  );
}

interface Props {
  conference: Conference;
  known: readonly AttendedConference[];
  onChange: (conference: Conference, options?: { replace: boolean }) => void;
}

function ConferenceCheckIn({ conference, known, onChange }: Props) {
  const [view, setView] = useTabState('check-in-view', View, 'scan');
  const [isChanging, setChanging] = useState(false);
  /** A desk that is open stays open, also when its only check-in is undone. */
  const [opened, setOpened] = useState<Conference | undefined>(() => findKnown(conference, known));
  const [notice, setNotice] = useState<NoticeMessage>();
  const open = (next: Conference) => {
    setOpened(next);
    setNotice(undefined);
    onChange(next);
  };
  const choose = (next: Conference) => {
    setChanging(false);
    if (findKnown(next, known)) open(next);
    // The panel takes no focus, which is on the question.
    else onChange(next, { replace: true });
  };

  if (isChanging || conference.name.trim() === '')
    return (
      <Panel title="Check-in">
        <ConferenceForm initial={conference} known={known} onDone={choose} />
      </Panel>
    );
  if (!findKnown(conference, [...known, ...(opened ? [opened] : [])]))
    return (
      <Panel title="Check-in">
        <NewConference
          conference={conference}
          known={known}
          onConfirm={() => open(conference)}
          onBack={() => setChanging(true)}
          onChoose={choose}
        />
      </Panel>
    );
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setNotice({ tone: 'success', text: texts.linkCopied });
    } catch {
      setNotice({ tone: 'danger', text: texts.linkNotCopied });
    }
  };
  return (
    <Panel title="Check-in" actions={<ViewSwitcher views={VIEWS} shown={view} onShow={setView} />}>
      <p>
        <strong>{conference.name}</strong>{' '}
        {[conference.venue, conference.date].filter((each) => each !== '').join(', ')}
      </p>
      <AttendeeCheckIn conference={conference} view={view} />
      <ResultNotice notice={notice} />
      <div className="list-footer">
        <Button kind="inline" onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
        <Button kind="inline" onClick={copyLink}>
          {texts.copyLink}
        </Button>
      </div>
    </Panel>
  );
}

interface NewConferenceProps {
  conference: Conference;
  known: readonly AttendedConference[];
  onConfirm: () => void;
  onBack: () => void;
  /** One of the known conferences was meant. */
  onChoose: (conference: Conference) => void;
}

/**
 * Asks before the desk of a conference opens that nobody has attended: a slip of the keyboard would make a second
 * conference. The focus is on the heading, so that it is read out.
 */
function NewConference({ conference, known, onConfirm, onBack, onChoose }: NewConferenceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const alike = alikeConferences(conference, known);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {newConference(conference)}
      </h3>
      <p>{texts.newText}</p>
      {alike.length > 0 && (
        <>
          <p>{texts.didYouMean}</p>
          <ul>
            {alike.map(({ id, ...each }) => (
              <li key={id}>
                <Button kind="inline" onClick={() => onChoose(each)}>
                  {conferenceLabel(each)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="panel__actions">
        <Button onClick={onConfirm}>{texts.openNew}</Button>
        <Button kind="outline" onClick={onBack}>
          {texts.change}
        </Button>
      </div>
    </>
  );
}
