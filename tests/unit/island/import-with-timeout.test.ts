import { afterEach, expect, it, vi } from 'vitest';
import { ChunkLoadError, importWithTimeout } from '../../../account-island/ui/lazy-part.tsx';

afterEach(() => void vi.restoreAllMocks());

const FILE = 'https://www.example.org/_astro/profile-panel.x.js';
const PAGE = 'https://www.example.org/user/profile';

/** A server with or without the requested file, and the page that requests it. */
function stubPage(answer: number | Error): string[] {
  const requested: string[] = [];
  vi.stubGlobal('location', { href: PAGE });
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    requested.push(`${method} ${address}`);
    if (answer instanceof Error) throw answer;
    return new Response(null, { status: answer });
  });
  return requested;
}

const failure = (load: () => Promise<unknown>) =>
  importWithTimeout(load).then(
    () => undefined,
    (error: unknown) => error,
  );

it.each<[answer: number | Error, type: string]>([
  [404, 'missing'],
  [200, 'error'],
  [new TypeError('Failed to fetch'), 'error'],
])('a file that the server answers with %s is %s, with its address', async (answer, type) => {
  const requested = stubPage(answer);
  const cause = new TypeError(`Failed to fetch dynamically imported module: ${FILE}`);
  const error = await failure(() => Promise.reject(cause));
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ type, address: FILE, cause });
  expect(requested).toEqual([`HEAD ${FILE}`]);
});

it('loading fails after 120 s', async () => {
  stubPage(200);
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  const failed = failure(() => new Promise(() => undefined));
  clock.abort(new DOMException('late', 'TimeoutError'));
  expect(await failed).toMatchObject({ type: 'error', address: PAGE });
  expect(timeout).toHaveBeenCalledWith(120_000);
});
