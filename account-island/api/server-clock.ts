let aheadMs = 0;

/** Called with the server's time, ISO 8601, when a reply has it. */
export function setServerTime(now: unknown): void {
  aheadMs = Date.parse(String(now)) - Date.now() || 0;
}

/** The server's time, by which memberships begin and end: the computer's clock may be wrong. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
