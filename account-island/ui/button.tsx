import type { ComponentProps } from 'react';

const classes = {
  main: 'btn',
  outline: 'btn btn--outline',
  danger: 'btn btn--outline btn--danger',
  /** Without a frame, below other buttons. */
  text: 'btn btn--text',
  /** Within a sentence or a table. */
  inline: 'text-button',
  inlineDanger: 'text-button text-button--danger',
  /** Below a field. */
  link: 'form__link',
} as const;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  kind?: keyof typeof classes;
  isSmall?: boolean;
  /** While its own action runs. */
  isBusy?: boolean | undefined;
  /** While it cannot be pressed. */
  isLocked?: boolean;
}

/** While it is busy or locked it does nothing, and stays focusable, so that the keyboard focus is not lost. */
export const Button = ({
  kind = 'main',
  isSmall = false,
  isBusy = false,
  isLocked = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    className={isSmall ? `${classes[kind]} btn--small` : classes[kind]}
    type="button"
    aria-busy={isBusy || undefined}
    aria-disabled={(isLocked && !isBusy) || undefined}
    onClick={isBusy || isLocked ? undefined : onClick}
  />
);

interface SubmitProps extends Pick<ComponentProps<'button'>, 'disabled' | 'form'> {
  kind?: 'main' | 'outline';
  label: string;
  busyLabel: string;
  isBusy: boolean;
}

/** Its form ignores presses while it is busy. The second click of a double click sends nothing. */
export const SubmitButton = ({ kind = 'main', label, busyLabel, isBusy, ...rest }: SubmitProps) => (
  <button
    {...rest}
    className={classes[kind]}
    type="submit"
    aria-busy={isBusy || undefined}
    onClick={(event) => event.detail > 1 && event.preventDefault()}
  >
    {isBusy ? busyLabel : label}
  </button>
);
