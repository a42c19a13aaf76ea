import { handle } from 'hono/aws-lambda';
import { deployed } from '../wire/ambient.ts';
import { wireApi } from '../wire/api.ts';
import { withSecrets } from './secrets.ts';

/** Entry of the API's Lambda: API Gateway HTTP API events, payload format 2.0. */
export const handler = handle(wireApi(await withSecrets(process.env), deployed));
