/** The size of a test of kills and faults: small in `npm test`, in full under `npm run chaos`. */
export const sized = (small: number, full: number): number =>
  process.env['SIZES'] === 'full' ? full : small;

/** Whether a test of many things does the nth at this of its places: small by turns, in full at each. */
export const isTurnOf = (place: number, nth: number, places: number): boolean =>
  sized(nth % places, place) === place;

/** The views that a test looks at: small the first alone, in full each. */
export const sizedViews = <View>(...views: View[]): View[] => views.slice(0, sized(1, views.length));
