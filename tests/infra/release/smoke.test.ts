import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it } from 'vitest';
import { checkSite, readCanary, type SiteToCheck } from '../../../infra/release/site-checks.ts';
import { runningProduct } from '../../local/running-product.ts';
import { listen } from '../../support/listen.ts';

const root = join(import.meta.dirname, '../../..');
const running = runningProduct();

const problemsOf = async (site: Partial<SiteToCheck> = {}) =>
  (await checkSite({ url: running.product.url, ...site })).flatMap(({ problems }) => problems);

/** The site as a CDN would pass it on that does something wrong. */
async function behindCdn(change: (path: string, reply: Response) => Response | Promise<Response>) {
  const server = createServer(
    getRequestListener(async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === 'GET' ? undefined : await request.text();
      const reply = await fetch(`${running.product.url}${pathname}${search}`, {
        method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body }),
      });
      const whole = new Response(reply.status === 304 ? null : await reply.arrayBuffer(), reply);
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding'])
        whole.headers.delete(name);
      return change(pathname, whole);
    }),
  );
  return `http://localhost:${await listen(server)}`;
}

const without = (header: string) => (_: string, reply: Response) => {
  reply.headers.delete(header);
  return reply;
};
const replaced = (paths: RegExp, status: number) => (path: string, reply: Response) =>
  paths.test(path) ? new Response(reply.body, { headers: reply.headers, status }) : reply;
const withHeader = (path: string, header: string, value: string) => (requested: string, reply: Response) => {
  if (requested === path) reply.headers.set(header, value);
  return reply;
};

describe('the check of a running site', () => {
  it('finds nothing wrong with the local server', async () => expect(await problemsOf()).toEqual([]));

  it('finds each fault of headers, policies, caches, redirects, files and the API', async () => {
    type Change = (path: string, reply: Response) => Response;
    const changes: [Change, string][] = [
      [
        without('strict-transport-security'),
        '/news: the header "strict-transport-security" is missing, expected "max-age=63072000". Deploy the website stack again.',
      ],
      [
        withHeader('/login', 'content-security-policy', "default-src 'none'; script-src 'self'"),
        '/login: its policy blocks a script of the page.',
      ],
      [
        withHeader('/news', 'cache-control', 'max-age=60'),
        '/news: the header "cache-control" is "max-age=60", expected "no-cache".',
      ],
      [replaced(/^\/no-such/, 200), ': 200, expected 404.'],
      [
        (path, reply) =>
          reply.status === 304 ? withHeader('/', 'cache-control', 'public')(path, reply) : reply,
        '/ (revalidated): the header "cache-control" is "public", expected "no-cache".',
      ],
      [
        withHeader('/News/', 'location', 'https://example.org/news'),
        '/News/: leads to https://example.org/news, expected',
      ],
      [replaced(/^\/_astro\//, 404), ': 404, expected 200. Deploy the website stack again.'],
      [replaced(/^\/api\//, 502), '/api/userinfo: 502, expected 401. Runbook, "Calls fail".'],
    ];
    const url = await behindCdn((path, reply) =>
      changes.reduce((changed, [change]) => change(path, changed), reply),
    );
    const found = (await problemsOf({ url })).join('\n');
    for (const [, sentence] of changes) expect(found).toContain(sentence);
    const cached = await behindCdn(withHeader('/api/userinfo', 'cache-control', 'public'));
    expect(await problemsOf({ url: cached })).toEqual([
      expect.stringContaining('/api/userinfo: the header "cache-control" is "public", expected "no-store".'),
    ]);
  });

  it('finds an API that answers past the CDN', async () => {
    const statuses = await Promise.all(
      [403, 401].map(async (status) => {
        const port = await listen(createServer((_, reply) => reply.writeHead(status).end()));
        return problemsOf({ gatewayUrl: `http://localhost:${port}` });
      }),
    );
    expect(statuses).toEqual([
      [],
      [expect.stringContaining('401, expected 403. The API answers calls that pass by the CDN')],
    ]);
  });

  it('logs in and out as the account of the check', async () => {
    const username = 'bunny';
    const canary = { username, password: running.product.passwordOf(username) };
    expect(await problemsOf({ canary })).toEqual([]);
    expect(await problemsOf({ canary: { username, password: 'wrong' } })).toEqual([
      expect.stringMatching(
        /^logging in as bunny: 401 .*Look at the account under Members.*: Runbook, "Logging in fails"\.$/,
      ),
    ]);
  });

  it.each([
    [{ SMOKE_USERNAME: 'bunny' }, 'SMOKE_PASSWORD'],
    [{ SMOKE_PASSWORD: 'a password', SMOKE_USERNAME: '' }, 'SMOKE_USERNAME'],
  ])('is not done with one half of an account: %o', (environment, missing) => {
    expect(() => readCanary(environment)).toThrow(
      `${missing} is missing. Set SMOKE_USERNAME and SMOKE_PASSWORD, or neither of them.`,
    );
  });
});

describe('npm run smoke', () => {
  const run = async (...args: string[]) => {
    const env = { ...process.env, SMOKE_USERNAME: '', SMOKE_PASSWORD: '' };
    const child = spawn(process.execPath, ['infra/release/smoke.ts', ...args], { cwd: root, env });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { output, errors, code };
  };

  it('prints a line for each check, what is wrong below it, and ends with 0 or 1, without the one whose secret GitHub does not have', async () => {
    const [right, wrong] = await Promise.all([
      run(running.product.url),
      run(await behindCdn(without('x-frame-options'))),
    ]);
    expect(right).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^ok {4} pages, their headers and their files\n(ok .*\n)*Nothing is wrong\.\n$/,
      ),
    });
    expect(right.output).not.toContain('logging in');
    expect(wrong).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^WRONG {2}pages, their headers and their files\n {7}\/: the header "x-frame-options" is missing.*\nProblems: \d+\n$/s,
      ),
    });
  });
});
