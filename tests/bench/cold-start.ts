import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { ORIGIN_SECRET_HEADER } from '../../functions/http/app.ts';
import { VIEWER_ADDRESS_HEADER } from '../../functions/http/client-network.ts';
import { originSecret } from '../support/api-environment.ts';

const Run = z.object({
  cpuMilliseconds: z.number(),
  wallMilliseconds: z.number(),
  /** The code's files that were read. */
  loaded: z.array(z.string()),
  status: z.number(),
  body: z.looseObject({}),
});
export type Run = z.infer<typeof Run>;

/** What API Gateway hands to a function, payload format 2.0. */
export function event(method: string, path: string, given: { body?: object; token?: unknown }) {
  const { body, token } = given;
  const http = { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'bench' };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers: {
      host: 'www.example.org',
      [ORIGIN_SECRET_HEADER]: originSecret,
      [VIEWER_ADDRESS_HEADER]: '203.0.113.7',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    requestContext: { domainName: 'www.example.org', stage: '$default', http },
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
}

/** Has a new process import the code and answer; throws unless it answers well. */
export async function coldStart(
  entry: string,
  env: NodeJS.ProcessEnv,
  request: object,
  ...list: 'list'[]
): Promise<Run> {
  const invoke = join(import.meta.dirname, 'invoke.js');
  const args = [invoke, entry, JSON.stringify(request), ...list];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  // The function's own log lines come before.
  const run = Run.parse(JSON.parse(stdout.split('\n').at(-1) ?? ''));
  if (run.status >= 300) throw new Error(`${entry} answered ${run.status}: ${JSON.stringify(run.body)}`);
  return run;
}
