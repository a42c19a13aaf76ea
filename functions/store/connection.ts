import { Agent as PlainAgent, request as requestPlainly } from 'node:http';
import { Agent, request } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { currentDeadline } from '../deadline/deadline.ts';
import type { Account } from './account.ts';
import { Signer } from './signer.ts';

/** Milliseconds to wait for a connection, and then for the whole of a reply. */
export interface Patience {
  connect: number;
  reply: number;
}

export interface Reply {
  status: number;
  body: string;
}

/** One try at a call; rejects where no whole reply came. */
export type Post = (call: string, body: string) => Promise<Reply>;

const MOST_SOCKETS = 50;

export function connect({ region, endpoint, credentials }: Account, patience: Patience): Post {
  const url = new URL(endpoint);
  const { protocol, host } = url;
  // Without the brackets that a URL puts around an IPv6 address.
  const { hostname, port } = urlToHttpOptions(url);
  const secure = protocol === 'https:';
  const keeping = { keepAlive: true, maxSockets: MOST_SOCKETS };
  const agent = secure ? new Agent(keeping) : new PlainAgent(keeping);
  const send = secure ? request : requestPlainly;

  return async (call, body) => {
    const headers = {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${call}`,
    };
    const unsigned = { method: 'POST', path: '/', service: 'dynamodb', region, headers, body };
    const signed = new Signer(unsigned, await credentials()).sign();

    return new Promise((resolve, reject) => {
      const to = { agent, hostname, port, method: 'POST', path: '/', headers: signed.headers };
      const signal = currentDeadline()?.signal;
      const sent = send(signal ? { ...to, signal } : to);
      let timer: NodeJS.Timeout | undefined;
      const within = (milliseconds: number, what: string) => {
        clearTimeout(timer);
        const fail = () => sent.destroy(new Error(`${host} gave ${what} within ${milliseconds} ms`));
        timer = setTimeout(fail, milliseconds);
      };
      // Waiting for a free socket does not count.
      sent.once('socket', (socket) => {
        if (!socket.connecting) return within(patience.reply, 'no reply');
        within(patience.connect, 'no connection');
        socket.once(secure ? 'secureConnect' : 'connect', () => within(patience.reply, 'no reply'));
      });
      sent.once('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() });
        });
        response.once('error', reject);
      });
      sent.once('error', reject);
      sent.once('close', () => clearTimeout(timer));
      sent.end(body);
    });
  };
}
