/** By the states of memberships, campaigns and deliveries. */
const tones = {
  active: 'success',
  registered: 'new',
  expired: 'off',
  disabled: 'danger',
  preparing: 'live',
  scheduled: 'off',
  sending: 'live',
  paused: 'warning',
  cancelled: 'off',
  done: 'success',
  waiting: 'off',
  sent: 'live',
  delivered: 'success',
  bounced: 'danger',
  complained: 'danger',
  failed: 'danger',
  suppressed: 'off',
  unknown: 'warning',
} as const;

/** A state as a dot and a word. */
export const StatusDot = ({ state, children }: { state: keyof typeof tones; children: string }) => (
  <span className={`status-dot status-dot--${tones[state]}`}>{children}</span>
);
