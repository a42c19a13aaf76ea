import { lambdaRuntime } from '../wire/ambient.ts';
import { createCampaignWorker } from '../wire/mail-worker.ts';
import { runHandler } from './run-handler.ts';
import { withSecrets } from './secrets.ts';

/** Entry of the worker for mail to many: what starts it says nothing, the index `due` says what is to be done. */
export const handler = runHandler(createCampaignWorker(await withSecrets(process.env), lambdaRuntime));
