import { withSecrets } from '../platform/secrets.ts';
import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createReconciler } from './create-reconciler.ts';
import { runHandler } from './run-handler.ts';

/** Entry of the reconcile job's Lambda, by the clock. */
export const handler = runHandler(createReconciler(await withSecrets(process.env), lambdaRuntime));
