interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  locked: boolean;
  /** Not to be pressed at all, as long as the form is not complete. */
  disabled?: boolean;
  /** The id of a form that the button does not stand in. */
  form?: string;
}

/** Stays focusable while it is busy or locked, so that the keyboard keeps its place. */
export const SubmitButton = ({ label, busyLabel, busy, locked, disabled = false, form }: Props) => (
  <button
    className="btn"
    type="submit"
    form={form}
    disabled={disabled}
    aria-busy={busy || undefined}
    aria-disabled={(locked && !busy) || undefined}
  >
    {busy ? busyLabel : label}
  </button>
);
