/** Hong Kong has kept UTC+8 without summer time since 1979, so a constant is exact on any machine, in any zone. */
const OFFSET_MILLISECONDS = 8 * 3_600_000;

/** The date in Hong Kong at this instant, YYYY-MM-DD. */
export const hongKongDate = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MILLISECONDS).toISOString().slice(0, 10);
