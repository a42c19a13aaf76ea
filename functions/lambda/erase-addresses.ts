import { deployed } from '../wire/ambient.ts';
import { wireErasures } from '../wire/erasures.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the daily job that takes members who are gone out of the ledgers. */
export const handler = runHandler(wireErasures(process.env, deployed));
