import type { ReactNode } from 'react';

interface Props {
  tone?: 'ok' | 'warn' | 'err';
  /** `alert` for what comes up while the page is in use. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

export const Note = ({ tone, role, children }: Props) => (
  <p className={tone ? `wide note note--${tone}` : 'wide note'} role={role}>
    <span>{children}</span>
  </p>
);
