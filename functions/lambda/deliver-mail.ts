import { wireJobs } from '../wire.ts';
import { withSecrets } from './secrets.ts';

const jobs = wireJobs(await withSecrets(process.env));

/** Entry of the mail worker: what starts it says nothing, the index `due` says what is to be done. */
export const handler = jobs['deliver-mail'];
