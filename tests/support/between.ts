import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';
import { localAws } from './table/dynamo.ts';

export interface Call {
  /** As DynamoDB names it: `GetItem`. */
  call: string;
  body: string;
  headers: NodeJS.Dict<string | string[]>;
  response: ServerResponse;
  /** Passes the call to the embedded database; the returned function sends the reply. */
  pass(body?: string): Promise<() => void>;
}

/** A server between the client and the embedded database, for one test; returns its address. */
export async function between(meet: (call: Call) => Promise<void>): Promise<string> {
  const server = createServer(async (received, response) => {
    const { headers } = received;
    const sentBody = await text(received);
    const pass = async (body = sentBody) => {
      const names = ['x-amz-target', 'content-type', 'authorization', 'x-amz-date'];
      // Not `fetch`, which rejects the database's port as browsers do.
      const sent = request(localAws.AWS_ENDPOINT_URL_DYNAMODB, {
        method: 'POST',
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      }).end(body);
      const [reply] = await once(sent, 'response');
      const answer = await text(reply);
      return () =>
        void response.writeHead(reply.statusCode, { 'content-type': 'application/json' }).end(answer);
    };
    const [, call = ''] = String(headers['x-amz-target']).split('.');
    await meet({ call, body: sentBody, headers, response, pass });
  });
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listen(server)}`;
}
