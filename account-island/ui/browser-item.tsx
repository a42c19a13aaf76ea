import { browserName } from '../text/browser-name.ts';
import { Button } from './button.tsx';

interface Props {
  /** Its user agent. */
  browser: string;
  isThisDevice?: boolean;
  facts: readonly string[];
  /** The label of the button that ends it. */
  action: string;
  /** While the button cannot be pressed. */
  isLocked?: boolean;
  onAction: () => void;
}

/** What a browser holds for the member, a session or a passkey, as an item of a list. That of this device has no button. */
export function BrowserItem({
  browser,
  isThisDevice = false,
  facts,
  action,
  isLocked = false,
  onAction,
}: Props) {
  const name = browserName(browser);
  return (
    <li>
      <div>
        <strong>{name}</strong> {isThisDevice && <span className="tag">This device</span>}
        <ul className="hint cluster">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      {!isThisDevice && (
        <Button
          kind="outline"
          isSmall
          isLocked={isLocked}
          aria-label={`${action}: ${name}`}
          onClick={onAction}
        >
          {action}
        </Button>
      )}
    </li>
  );
}
