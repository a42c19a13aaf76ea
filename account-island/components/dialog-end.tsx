import type { ReactNode } from 'react';

interface Props {
  /** The button that leaves everything as it is. */
  back?: string;
  busy?: boolean;
  onBack: () => void;
  /** The button that does it. */
  children: ReactNode;
}

/** The two ways out of a dialog. */
export const DialogEnd = ({ back = 'Cancel', busy, onBack, children }: Props) => (
  <div className="form__end">
    <button className="btn btn--line" type="button" disabled={busy} onClick={onBack}>
      {back}
    </button>
    {children}
  </div>
);
