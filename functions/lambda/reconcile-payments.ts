import { lambdaRuntime } from '../wire/ambient.ts';
import { createReconciler } from '../wire/reconciler.ts';
import { runHandler } from './run-handler.ts';
import { withSecrets } from './secrets.ts';

/** Entry of the reconcile job's Lambda, by the clock. */
export const handler = runHandler(createReconciler(await withSecrets(process.env), lambdaRuntime));
