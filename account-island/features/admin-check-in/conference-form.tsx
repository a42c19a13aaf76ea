import { useEffect, useState } from 'react';
import type { Conference } from '#contract/check-in';
import type { AttendedConference } from '#contract/member-lists';
import { SubmitButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { conferenceLabel, checkInMessages as texts } from '../../text/check-in.ts';
import { findKnown } from './known-conferences.ts';

const LABELS = {
  known: 'Conference',
  name: 'Name of the conference',
  venue: 'Venue',
  date: 'Date',
  link: 'Link',
};
const NEW = 'new';

interface Props {
  /** Conferences that members attended. */
  known: readonly AttendedConference[];
  initial: Conference;
  onDone: (conference: Conference) => void;
}

/** Asks for the conference of the desk: one that members attended, or another one. */
export function ConferenceForm({ known, initial, onDone }: Props) {
  const [chosen, setChosen] = useState(() => {
    if (known.length === 0) return NEW;
    return findKnown(initial, known)?.id ?? (initial.name === '' ? '' : NEW);
  });
  const form = useForm<keyof typeof LABELS>({
    labels: LABELS,
    submit: async (element) => {
      const entries = new FormData(element);
      const text = (name: string) => String(entries.get(name) ?? '').trim();
      const { id: _, ...conference } = known.find(({ id }) => id === text('known')) ?? {
        id: NEW,
        name: text('name'),
        venue: text('venue'),
        date: text('date'),
        link: text('link'),
      };
      onDone(conference);
      return undefined;
    },
    errors: { fallback: texts.failed },
  });
  const isChange = initial.name !== '';
  useEffect(() => {
    // The button that was pressed is gone.
    if (isChange) form.ref.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [isChange, form.ref]);
  const field = (name: keyof Conference) => ({ ...form.field(name), defaultValue: initial[name] });
  return (
    <form className="form" {...form.form}>
      <p className="form__wide">{texts.intro}</p>
      {known.length > 0 && (
        <Select
          {...form.field('known')}
          required
          wide
          hint={texts.knownHint}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value={NEW}>{texts.another}</option>
          {known.map((each) => (
            <option key={each.id} value={each.id}>
              {conferenceLabel(each)}
            </option>
          ))}
        </Select>
      )}
      {chosen === NEW && (
        <>
          <TextField {...field('name')} required maxLength={200} wide hint={texts.nameHint} />
          <TextField {...field('venue')} maxLength={200} />
          <TextField {...field('date')} maxLength={100} hint={texts.dateHint} />
          <TextField {...field('link')} type="url" wide />
        </>
      )}
      <div className="form__actions">
        <SubmitButton label={texts.start} busyLabel={texts.start} {...form.button} />
      </div>
    </form>
  );
}
