import { deployed } from '../wire/ambient.ts';
import { wireCampaignWorker } from '../wire/mail-worker.ts';
import { runHandler } from './run-handler.ts';
import { withSecrets } from './secrets.ts';

/** Entry of the worker for mail to many: what starts it says nothing, the index `due` says what is to be done. */
export const handler = runHandler(wireCampaignWorker(await withSecrets(process.env), deployed));
