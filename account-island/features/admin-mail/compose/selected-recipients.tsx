import { useId } from 'react';
import { IconButton, icons } from '../../../components/icon.tsx';
import { mailingMessages as texts } from '../../../text/admin-compose.ts';
import { withoutThese } from './recipients.ts';

/** More are counted: thousands of chips would be no list to read. */
const MOST_SHOWN = 50;

interface Props {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
}

/** Who gets the mail. */
export function Chips({ chosen, error, onChange }: Props) {
  const id = useId();
  const more = chosen.length - MOST_SHOWN;
  return (
    <div className="field">
      <span className="label" id={id}>
        To
      </span>
      {chosen.length === 0 ? (
        <p className="hint">{texts.nobodyChosen}</p>
      ) : (
        <ul className="recipient-chips" aria-labelledby={id}>
          {chosen.slice(0, MOST_SHOWN).map((address) => (
            <li key={address}>
              <span>{address}</span>
              <IconButton
                path={icons.remove}
                label={`Remove ${address}`}
                onClick={() => onChange(withoutThese(chosen, [address]))}
              />
            </li>
          ))}
          {more > 0 && <li className="recipient-chips__more">and {more} more</li>}
        </ul>
      )}
      {chosen.length > 1 && (
        <div>
          <button className="btn btn--outline btn--small" type="button" onClick={() => onChange([])}>
            Remove all {chosen.length}
          </button>
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
