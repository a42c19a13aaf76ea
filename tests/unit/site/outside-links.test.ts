import { expect, it, onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../infra/local/front.ts';
import { checkLinks } from '../../../site/lib/check/outside-links.ts';

async function startSite() {
  const requested: string[] = [];
  const { port, close } = await listenOnLoopback(0, (request, response) => {
    const { method = '', url = '' } = request;
    requested.push(`${method} ${url}`);
    const status = Number(url.slice(1, 4));
    if (url === '/301') response.writeHead(301, { location: '/404' }).end();
    else if (url === '/head-refused') response.writeHead(method === 'HEAD' ? 405 : 200).end('page');
    else response.writeHead(status).end();
  });
  onTestFinished(close);
  return { requested, url: `http://localhost:${port}` };
}

it.each([
  ['/200', 'alive'],
  ['/head-refused', 'alive'],
  ['/404', 'dead'],
  ['/301', 'dead'],
  ['/401', 'unclear'],
  ['/429', 'unclear'],
])('the link %s is %s', async (path, found) => {
  const { url } = await startSite();
  expect(await checkLinks([url + path])).toEqual(new Map([[url + path, found]]));
});

it('each address is requested once if the first reply is enough', async () => {
  const { url, requested } = await startSite();
  await checkLinks(Array.from({ length: 30 }, (_, at) => `${url}/200?${at}`));
  expect(requested).toHaveLength(30);
  expect(requested.every((call) => call.startsWith('HEAD'))).toBe(true);
});

it('a server that does not exist is unreachable', async () => {
  const { port, close } = await listenOnLoopback(0, () => {});
  await close();
  const hrefs = [`http://localhost:${port}/`, 'http://nobody.invalid/'];
  expect([...(await checkLinks(hrefs)).values()]).toEqual(['unreachable', 'unreachable']);
});
