/** The reply of a call that hands out data: `Envelope` of the contract. */
export const told = <Data>(data: Data) => ({ code: 1 as const, msg: 'OK', data });
