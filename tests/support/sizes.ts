/** The size of a randomised or crowded test: small in `npm test`, in full under `npm run chaos`. */
export const sized = (small: number, full: number): number =>
  process.env['SIZES'] === 'full' ? full : small;
