import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { originSecretHeader, viewerAddressHeader } from '#shared/deployment';
import { originSecret } from './api-environment.ts';

export interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  isBase64Encoded?: boolean;
}

/** The event of API Gateway (payload format 2.0) for a call that came through the CDN. */
export function apiEvent(asked: Asked): APIGatewayProxyEventV2 {
  const { method, path, headers, body, isBase64Encoded = false } = asked;
  const at = new Date();
  return {
    version: '2.0',
    routeKey: 'ANY /api/{proxy+}',
    rawPath: path,
    rawQueryString: '',
    headers: { [originSecretHeader]: originSecret, [viewerAddressHeader]: '203.0.113.7', ...headers },
    requestContext: {
      accountId: '111122223333',
      apiId: 'a1b2c3',
      domainName: 'a1b2c3.execute-api.ap-southeast-1.amazonaws.com',
      domainPrefix: 'a1b2c3',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '198.51.100.4', userAgent: 'test' },
      requestId: 'r1',
      routeKey: 'ANY /api/{proxy+}',
      stage: '$default',
      time: at.toISOString(),
      timeEpoch: at.getTime(),
    },
    ...(body !== undefined && { body }),
    isBase64Encoded,
  };
}

/** A form with files, which comes in Base64. */
export async function formEvent(
  path: string,
  form: FormData,
  token: string,
): Promise<APIGatewayProxyEventV2> {
  const sent = new Response(form);
  return apiEvent({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type') ?? '' },
    body: Buffer.from(await sent.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  });
}

/** A call with JSON, or without a body. */
export const jsonEvent = (
  method: string,
  path: string,
  { body, token }: { body?: object; token?: unknown },
): APIGatewayProxyEventV2 =>
  apiEvent({
    method,
    path,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
