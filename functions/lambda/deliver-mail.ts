import { lambdaRuntime } from '../wire/ambient.ts';
import { createTransactionalMailSender } from '../wire/mail-worker.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the mail worker: what starts it says nothing, the index `due` says what is to be done. */
export const handler = runHandler(createTransactionalMailSender(process.env, lambdaRuntime));
