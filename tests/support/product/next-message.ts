import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The next message of a forked program. @throws if it ends instead */
export async function nextMessage(child: ChildProcess, name: string) {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(([status]) => {
    throw new Error(`${name} ended with ${status}`);
  });
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  ended.catch(() => {});
  answered.abort();
  return message;
}
