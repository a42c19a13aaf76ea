/** Sign-in attempts from one network to one account. Instants are milliseconds since 1970. */
export interface Attempts {
  /** Those of the last fifteen minutes. */
  recent: number[];
  /** How many waits there were in a row. */
  waits: number;
  /** No attempt before this counts. */
  nextAt: number;
  /** Rises with each attempt, so that two at once cannot be taken for one. */
  version: number;
}

const MINUTE = 60_000;
const WINDOW = 15 * MINUTE;
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT = 15 * MINUTE;

/** Past this instant the row means nothing. */
export const attemptsExpireAtMs = ({ recent, nextAt }: Attempts): number =>
  Math.max(nextAt, ...recent) + WINDOW;

/**
 * The row with one attempt more, claimed before the password is checked: five in any fifteen minutes, then one after each wait. Waits double
 * from one minute to fifteen, until fifteen minutes pass in quiet. Returns the new row, or how long to wait.
 */
export function registerAttempt(
  previous: Attempts | undefined,
  now: number,
): { claimed: Attempts } | { waitMilliseconds: number } {
  const {
    recent: past,
    waits,
    nextAt,
    version,
  } = previous ?? { recent: [], waits: 0, nextAt: 0, version: 0 };
  if (now < nextAt) return { waitMilliseconds: nextAt - now };
  const recent = [...past.filter((instant) => instant > now - WINDOW), now];
  const waitsInARow = now < nextAt + WINDOW ? waits : 0;
  const mustWait = waitsInARow > 0 || recent.length >= FREE_ATTEMPTS;
  const claimed = mustWait
    ? { recent, waits: waitsInARow + 1, nextAt: now + Math.min(MINUTE * 2 ** waitsInARow, LONGEST_WAIT) }
    : { recent, waits: 0, nextAt: 0 };
  return { claimed: { ...claimed, version: version + 1 } };
}
