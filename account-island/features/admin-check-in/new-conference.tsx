import { useEffect, useRef } from 'react';
import type { Conference } from '#contract/check-in';
import type { AttendedConference } from '#contract/member-lists';
import { Button } from '../../components/button.tsx';
import { conferenceLabel, newConference, checkInMessages as texts } from '../../text/check-in.ts';
import { alikeConferences } from './known-conferences.ts';

interface Props {
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
export function NewConference({ conference, known, onConfirm, onBack, onChoose }: Props) {
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
