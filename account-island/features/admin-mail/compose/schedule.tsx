import { Field } from '../../../components/field.tsx';
import { bothTimes, hongKongLocal } from '../../../text/hong-kong-time.ts';
import type { Letter } from './letter.ts';

interface Props {
  letter: Letter;
  fault: string | undefined;
  onChange: (change: Pick<Letter, 'isLater' | 'scheduleTime'>) => void;
}

/** At once, or at a time of Hong Kong, with the reader's own beside it. */
export function Schedule({ letter: { isLater, scheduleTime }, fault, onChange }: Props) {
  const choice = (label: string, value: boolean) => (
    <label className="check">
      <input
        type="radio"
        name="when"
        checked={isLater === value}
        onChange={() => onChange({ isLater: value, scheduleTime })}
      />{' '}
      {label}
    </label>
  );
  return (
    <fieldset className="field">
      <legend>When</legend>
      <div className="when-send">
        <div className="pick">
          {choice('Send now', false)}
          {choice('Schedule', true)}
        </div>
        {isLater && (
          <Field
            data-field="scheduleTime"
            name="scheduleTime"
            label="Send at (Hong Kong time)"
            type="datetime-local"
            required
            min={hongKongLocal(new Date())}
            value={scheduleTime}
            fault={fault}
            hint={bothTimes(scheduleTime)}
            onChange={({ target }) => onChange({ isLater, scheduleTime: target.value })}
          />
        )}
      </div>
    </fieldset>
  );
}
