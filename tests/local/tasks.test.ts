import { expect, it } from 'vitest';
import { trackTasks } from '../../infra/local/tasks.ts';

it('waits for tasks that nobody else waits for, those that begin meanwhile and that fail included', async () => {
  const { track, waitForAll } = trackTasks();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  void track(first.promise.then(() => void track(second.promise).catch(() => {})));
  let hasEnded = false;
  const all = waitForAll().then(() => (hasEnded = true));
  first.resolve();
  await new Promise(setImmediate);
  expect(hasEnded).toBe(false);
  second.reject(new Error('The caller has gone'));
  await all;
  await expect(track(Promise.resolve('a reply'))).resolves.toBe('a reply');
  await waitForAll();
});
