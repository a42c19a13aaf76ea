interface Props {
  tone: 'live' | 'off' | 'warn' | 'ok' | 'err';
  children: string;
}

/** A state as a dot and a word. */
export const StatusDot = ({ tone, children }: Props) => (
  <span className={`status-dot status-dot--${tone}`}>{children}</span>
);
