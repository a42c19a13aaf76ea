/** The reply of a call that hands out data: the contract's `Envelope`. */
export const ok = <Data>(data: Data, msg = 'OK') => ({ code: 1 as const, msg, data });
