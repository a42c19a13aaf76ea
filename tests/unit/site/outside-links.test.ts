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

it('a link is alive, dead, unclear or unreachable, and requested once if the first reply is enough', async () => {
  const { url, requested } = await startSite();
  const expected = {
    '/200': 'alive',
    '/head-refused': 'alive',
    '/404': 'dead',
    '/301': 'dead',
    '/401': 'unclear',
    '/429': 'unclear',
  };
  const found = await checkLinks(Object.keys(expected).map((path) => url + path));
  expect(found).toEqual(new Map(Object.entries(expected).map(([path, state]) => [url + path, state])));
  expect(requested.filter((call) => call.endsWith('/200'))).toEqual(['HEAD /200']);
  expect(await checkLinks(['http://nobody.invalid/'])).toEqual(
    new Map([['http://nobody.invalid/', 'unreachable']]),
  );
});
