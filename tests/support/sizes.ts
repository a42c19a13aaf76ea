/** The size of a test that takes long: small in `npm test`, in full under `npm run chaos`. */
export const sized = <Size>(small: Size, full: Size): Size =>
  process.env['SIZES'] === 'full' ? full : small;
