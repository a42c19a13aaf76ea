interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  locked: boolean;
}

/** Stays focusable while it is busy or locked, so that the keyboard keeps its place. */
export const SubmitButton = ({ label, busyLabel, busy, locked }: Props) => (
  <button
    className="btn"
    type="submit"
    aria-busy={busy || undefined}
    aria-disabled={(locked && !busy) || undefined}
  >
    {busy ? busyLabel : label}
  </button>
);
