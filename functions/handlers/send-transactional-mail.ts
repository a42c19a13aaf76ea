import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createTransactionalMailSender } from './create-mail-workers.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the mail worker: what starts it says nothing, the index `due` says what is to be done. */
export const handler = runHandler(createTransactionalMailSender(process.env, lambdaRuntime));
