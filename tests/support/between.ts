import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { localAws } from './dynamo.ts';

export interface Passing {
  /** As DynamoDB names it: `GetItem`. */
  call: string;
  body: string;
  headers: NodeJS.Dict<string | string[]>;
  response: ServerResponse;
  /** Has the embedded database do it; nothing is answered yet. */
  pass(body?: string): Promise<() => void>;
}

/** A server of the test's between the client and the embedded database, for one test; returns its address. */
export async function between(meet: (passing: Passing) => Promise<void>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { headers } = request;
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const pass = async (body = text) => {
      const names = ['x-amz-target', 'content-type', 'authorization', 'x-amz-date'];
      const reply = await fetch(localAws.AWS_ENDPOINT_URL_DYNAMODB, {
        method: 'POST',
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
        body,
      });
      const answer = await reply.text();
      return () => void response.writeHead(reply.status, { 'content-type': 'application/json' }).end(answer);
    };
    const [, call = ''] = String(headers['x-amz-target']).split('.');
    await meet({ call, body: text, headers, response, pass });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
