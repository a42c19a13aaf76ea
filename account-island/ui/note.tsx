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

export interface Said {
  tone: 'ok' | 'err';
  text: string;
}

/** What came of something that a person did, as soon as there is something to say. */
export const SaidNote = ({ said }: { said: Said | undefined }) =>
  said && (
    <Note tone={said.tone} role="alert">
      {said.text}
    </Note>
  );
