import { withSecrets } from '../platform/secrets.ts';
import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createCampaignWorker } from './create-mail-workers.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the worker for mail to many: what starts it says nothing, the index `due` says what is to be done. */
export const handler = runHandler(createCampaignWorker(await withSecrets(process.env), lambdaRuntime));
