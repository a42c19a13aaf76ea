import { useId, useRef } from 'react';

export interface MenuAction {
  label: string;
  onSelect: () => void;
  /** In red; listed last. */
  isDangerous?: boolean;
}

interface Props {
  label: string;
  /** False for what cannot be done now. */
  actions: readonly (MenuAction | false)[];
}

/**
 * A button that opens further actions. The browser closes them at Escape and at a click elsewhere; a choice closes them too,
 * and the focus is on the button again before a dialog opens.
 */
export function Menu({ label, actions }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = actions.filter((each) => each !== false);
  if (shown.length === 0) return null;
  const choose = ({ onSelect }: MenuAction) => {
    list.current?.hidePopover();
    button.current?.focus();
    onSelect();
  };
  return (
    <>
      <button ref={button} className="btn btn--outline btn--small btn--menu" type="button" popoverTarget={id}>
        {label}
      </button>
      <ul ref={list} id={id} className="action-menu" popover="auto">
        {shown.map((action) => (
          <li key={action.label} className={action.isDangerous ? 'action-menu__danger' : undefined}>
            <button type="button" onClick={() => choose(action)}>
              {action.label}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
