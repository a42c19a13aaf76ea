import { handle } from 'hono/aws-lambda';
import { withSecrets } from '../platform/secrets.ts';
import { lambdaRuntime } from '../platform/system-runtime.ts';
import { createApiHandler } from './create-api.ts';

/** Entry of the API's Lambda: API Gateway HTTP API events, payload format 2.0. */
export const handler = handle(createApiHandler(await withSecrets(process.env), lambdaRuntime));
