import { deployed } from '../wire/ambient.ts';
import { wireReconciler } from '../wire/reconciler.ts';
import { runHandler } from './run-handler.ts';
import { withSecrets } from './secrets.ts';

/** Entry of the reconcile job's Lambda, by the clock. */
export const handler = runHandler(wireReconciler(await withSecrets(process.env), deployed));
