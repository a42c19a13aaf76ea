import { deployed } from '../wire/ambient.ts';
import { wireReceiptMaker } from '../wire/receipt-maker.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the receipts' Lambda: what starts it says nothing, the index `due` says what is to be made. */
export const handler = runHandler(wireReceiptMaker(process.env, deployed));
