import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Conference } from '#contract/check-in';
import { SubmitButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { ResultNotice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ViewSwitcher } from '../../components/view-switcher.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { checkInMessages as texts } from '../../text/check-in.ts';
import type { NoticeMessage } from '../../text/errors.ts';
import { AttendeeCheckIn } from './attendee-check-in.tsx';

const VIEWS = { scan: 'Scan', search: 'Search' };

const LABELS = { name: 'Conference', venue: 'Venue', date: 'Date', link: 'Link' };

/**
 * The desk where members check in at a conference. The conference is part of the address, so that each desk opens the
 * same one and a reload keeps it.
 */
export default function CheckInPanel() {
  const [parameters, setParameters] = useSearchParams();
  const [view, setView] = useState<keyof typeof VIEWS>('scan');
  const [isChanging, setChanging] = useState(false);
  const [notice, setNotice] = useState<NoticeMessage>();
  const text = (name: string) => parameters.get(name) ?? '';
  const conference = { name: text('name'), venue: text('venue'), date: text('date'), link: text('link') };

  if (isChanging || conference.name.trim() === '')
    return (
      <Panel title="Check-in">
        <ConferenceForm
          initial={conference}
          onDone={(next) => {
            setChanging(false);
            setParameters({ ...next });
          }}
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
        <button className="text-button" type="button" onClick={() => setChanging(true)}>
          {texts.change}
        </button>
        <button className="text-button" type="button" onClick={copyLink}>
          {texts.copyLink}
        </button>
      </div>
    </Panel>
  );
}

interface FormProps {
  initial: Conference;
  onDone: (conference: Conference) => void;
}

function ConferenceForm({ initial, onDone }: FormProps) {
  const form = useForm<keyof typeof LABELS>({
    labels: LABELS,
    submit: async (element) => {
      const entries = new FormData(element);
      const text = (name: string) => String(entries.get(name) ?? '').trim();
      onDone({ name: text('name'), venue: text('venue'), date: text('date'), link: text('link') });
      return undefined;
    },
    errors: { fallback: texts.failed },
  });
  const field = (name: keyof typeof LABELS) => ({ ...form.field(name), defaultValue: initial[name] });
  return (
    <form className="form" {...form.form}>
      <p className="form__wide">{texts.intro}</p>
      <TextField {...field('name')} required maxLength={200} wide hint={texts.nameHint} />
      <TextField {...field('venue')} maxLength={200} />
      <TextField {...field('date')} maxLength={100} hint={texts.dateHint} />
      <TextField {...field('link')} type="url" wide />
      <SubmitButton label={texts.start} busyLabel={texts.start} {...form.button} />
    </form>
  );
}
