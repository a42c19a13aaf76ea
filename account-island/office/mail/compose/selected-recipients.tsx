import { useId, useRef } from 'react';
import { removeAllRecipients, composeMessages as texts } from '../../../text/admin-compose.ts';
import { Button } from '../../../ui/button.tsx';
import { focusNeighbour } from '../../../ui/focus-neighbour.ts';
import { IconButton, icons } from '../../../ui/icon.tsx';
import { removeRecipients } from './recipients.ts';

/** The rest are only counted: nobody reads a list of thousands. */
const MAX_SHOWN = 50;

interface Props {
  selected: readonly string[];
  error: string | undefined;
  onChange: (selected: readonly string[]) => void;
}

/** The recipients of the email. */
export function SelectedRecipients({ selected, error, onChange }: Props) {
  const id = useId();
  const label = useRef<HTMLSpanElement>(null);
  const more = selected.length - MAX_SHOWN;
  return (
    <div className="field">
      <span ref={label} className="label" id={id} tabIndex={-1}>
        To
      </span>
      {selected.length === 0 ? (
        <p className="hint">{texts.noRecipients}</p>
      ) : (
        <ul className="recipient-chips" aria-labelledby={id}>
          {selected.slice(0, MAX_SHOWN).map((address) => (
            <li key={address}>
              <span>{address}</span>
              <IconButton
                path={icons.remove}
                label={`Remove ${address}`}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget, label.current);
                  onChange(removeRecipients(selected, [address]));
                }}
              />
            </li>
          ))}
          {more > 0 && <li className="recipient-chips__more">and {more} more</li>}
        </ul>
      )}
      {selected.length > 1 && (
        <div>
          <Button
            kind="outline"
            isSmall
            onClick={() => {
              label.current?.focus({ preventScroll: true });
              onChange([]);
            }}
          >
            {removeAllRecipients(selected.length)}
          </Button>
        </div>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
