/** Clocks of two servers may differ so much. */
const CLOCK_SKEW_MS = 5000;

/**
 * Whether this instant lies in the last `withinMs` before `now`. One that is still to come does not: a clock was set back,
 * and nothing tells how long ago it was. NaN does not either.
 */
export function isRecent(instant: number, now: Date, withinMs: number): boolean {
  const age = now.getTime() - instant;
  return age >= -CLOCK_SKEW_MS && age < withinMs;
}

/** Whether something that lasts `lifeMs` and ends at this instant has begun, and has not ended. */
export const isInLifetime = (endsAt: number, now: Date, lifeMs: number): boolean =>
  isRecent(endsAt - lifeMs, now, lifeMs);
