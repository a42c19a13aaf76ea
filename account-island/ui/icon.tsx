import type { MouseEventHandler } from 'react';

interface Props {
  /** The path's lines, in a square of 20 by 20. */
  path: string;
}

export const Icon = ({ path }: Props) => (
  <svg
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

interface ButtonProps extends Props {
  label: string;
  /** Undefined while it cannot be pressed. It stays focusable, so that the keyboard focus is not lost. */
  onClick: MouseEventHandler<HTMLButtonElement> | undefined;
  isOutlined?: boolean;
  /** While its own action runs. */
  isBusy?: boolean;
}

export const IconButton = ({ path, label, onClick, isOutlined, isBusy }: ButtonProps) => (
  <button
    className={isOutlined ? 'icon-button icon-button--outline' : 'icon-button'}
    type="button"
    aria-label={label}
    title={label}
    aria-disabled={!onClick || undefined}
    aria-busy={isBusy || undefined}
    onClick={isBusy ? undefined : onClick}
  >
    <Icon path={path} />
  </button>
);

export const icons = {
  previous: 'M12 4l-6 6 6 6',
  next: 'M8 4l6 6-6 6',
  remove: 'M4 4l12 12M16 4 4 16',
  renew: 'M16 6v4h-4M4 14v-4h4M15.5 10A5.6 5.6 0 0 0 5.5 7M4.5 10a5.6 5.6 0 0 0 10 3',
  attach: 'M15 9l-5.5 5.5a3.2 3.2 0 0 1-4.5-4.5L11 4a2.2 2.2 0 0 1 3 3l-6 6',
} as const;

/** The association's logo, always beside text; its curve takes the accent colour where the style says so. */
export const Logo = () => (
  <svg viewBox="0 0 88 84" fill="currentColor" aria-hidden="true">
    <path d="M18.5 52.04L44 2.62L69.5 52.04C64.85 47.31 59.9 43.71 54.43 41.59L44 21.38L33.57 41.59C28.1 43.71 23.15 47.31 18.5 52.04Z" />
    <path
      className="logo__arc"
      d="M0.13 83.99C6.72 70.75 13.37 60.59 20.5 53.43C27.62 46.28 35.57 42 44 42C52.43 42 60.38 46.28 67.5 53.43C74.63 60.59 81.28 70.75 87.87 83.99L74.37 83.99C68.62 73.31 62.95 65.53 57.74 60.68C52.53 55.84 48.08 54 44 54C39.92 54 35.47 55.84 30.26 60.68C25.05 65.53 19.38 73.31 13.63 83.99Z"
    />
  </svg>
);
