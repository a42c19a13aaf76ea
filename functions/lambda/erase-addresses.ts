import { wireErasures } from '../wire/erasures.ts';

/** Entry of the daily job that takes members who are gone out of the ledgers. */
export const handler = wireErasures(process.env);
