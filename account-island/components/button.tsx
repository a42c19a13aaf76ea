interface Props {
  label: string;
  busyLabel: string;
  busy: boolean;
  locked: boolean;
  /** Disabled while the form is incomplete. */
  disabled?: boolean;
  /** The id of its form, if the button is outside it. */
  form?: string;
}

/** Stays focusable while it is busy or locked, so that the keyboard focus is not lost. */
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
