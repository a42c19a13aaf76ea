import { useEffect, useRef } from 'react';
import type { Conference } from '#contract/check-in';
import type { AttendedConference } from '#contract/member-lists';
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
                <button className="text-button" type="button" onClick={() => onChoose(each)}>
                  {conferenceLabel(each)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="panel__actions">
        <button className="btn" type="button" onClick={onConfirm}>
          {texts.openNew}
        </button>
        <button className="btn btn--outline" type="button" onClick={onBack}>
          {texts.change}
        </button>
      </div>
    </>
  );
}
