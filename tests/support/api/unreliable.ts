import { request as ask } from 'node:http';
import { listenOnLoopback } from '../../../infra/local/ports.ts';

/** How a service fails to answer; in every case but the first, the real service gets the call. */
export const SILENCES = ['never answers', 'answers by half'] as const;
export type Silence = (typeof SILENCES)[number];

/** A service that can fall silent: calls to this address are passed on to the real one at `target`. */
export async function startUnreliable(target: string) {
  let silence: Silence | undefined;
  let met = 0;
  const { port, close } = await listenOnLoopback(0, (request, response) => {
    met += 1;
    const how = silence;
    if (how === 'never answers') return void request.resume();
    const passed = ask(target + request.url, { method: request.method, headers: request.headers });
    passed.once('response', (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      if (how === undefined) return void reply.pipe(response);
      response.flushHeaders();
      reply.once('data', (part: Buffer) => response.write(part.subarray(0, part.length / 2)));
    });
    passed.once('error', () => response.destroy());
    request.pipe(passed);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    /** The number of calls received. */
    met: () => met,
    fallSilent: (how: Silence) => {
      silence = how;
    },
    recover: () => {
      silence = undefined;
    },
    /** Cuts off the calls that are still unanswered. */
    close: () => close(0),
  };
}
