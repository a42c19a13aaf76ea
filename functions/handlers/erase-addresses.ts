import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createAddressEraser } from './create-address-eraser.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the daily job that takes members who are gone out of the ledgers. */
export const handler = runHandler(createAddressEraser(process.env, lambdaRuntime));
