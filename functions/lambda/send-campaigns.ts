import { deployed } from '../wire/ambient.ts';
import { wireCampaignWorker } from '../wire/mail-worker.ts';
import { withSecrets } from './secrets.ts';

const send = wireCampaignWorker(await withSecrets(process.env), deployed);

/** What is under way when this is reached lands within a request's time-out; the next start goes on. */
const LANDING_MILLISECONDS = 60_000;

/** Entry of the worker for mail to many: what starts it says nothing, the index `due` says what is to be done. */
export const handler = (_event: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> =>
  send(new Date(deployed.clock().getTime() + context.getRemainingTimeInMillis() - LANDING_MILLISECONDS));
