import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createReceiptMaker } from './create-receipt-maker.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the receipts' Lambda: what starts it says nothing, the index `due` says what is to be made. */
export const handler = runHandler(createReceiptMaker(process.env, lambdaRuntime));
