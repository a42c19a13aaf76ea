import { handle } from 'hono/aws-lambda';
import { lambdaRuntime } from '../wire/ambient.ts';
import { createApiHandler } from '../wire/api.ts';
import { withSecrets } from './secrets.ts';

/** Entry of the API's Lambda: API Gateway HTTP API events, payload format 2.0. */
export const handler = handle(createApiHandler(await withSecrets(process.env), lambdaRuntime));
