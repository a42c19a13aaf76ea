import { lambdaRuntime } from '../wire/ambient.ts';
import { createReceiptMaker } from '../wire/receipt-maker.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the receipts' Lambda: what starts it says nothing, the index `due` says what is to be made. */
export const handler = runHandler(createReceiptMaker(process.env, lambdaRuntime));
