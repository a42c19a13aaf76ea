import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readRunning } from '../../infra/local/data-folder.ts';
import { launchBrowser } from '../support/browser/browser.ts';
import { startS3 } from '../support/emulators.ts';
import { listen } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runningProduct } from './running-product.ts';

// A page of another site, open in a browser on the machine where the product runs.

const running = runningProduct();
let browser: Browser;
beforeAll(async () => {
  // Its name leads to this machine, as an attacker's DNS could do.
  browser = await launchBrowser(['--host-resolver-rules=MAP evil.example 127.0.0.1']);
});
afterAll(() => browser?.close());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => server.closeAllConnections());
  return `evil.example:${await listen(server)}`;
}

async function foreignPage(): Promise<Page> {
  const site = await serve((_, response) => response.setHeader('content-type', 'text/html').end('<p>Hello'));
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`http://${site}`);
  return page;
}

const scan = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const headers = {
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/ap-southeast-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-date': '20260302T080000Z',
      'x-amz-target': 'DynamoDB_20120810.Scan',
    };
    const body = JSON.stringify({ TableName: 'asiagraphics' });
    try {
      return await (await fetch(address, { method: 'POST', headers, body })).text();
    } catch (error) {
      return String(error);
    }
  }, url);

describe('a page of another site', () => {
  it('cannot read the database, although it knows the address', async () => {
    const { databaseEndpoint = '' } = (await readRunning(running.product.dataFolder)) ?? {};
    const page = await foreignPage();
    expect(await scan(page, databaseEndpoint)).toBe('TypeError: Failed to fetch');

    // The same call to the same database succeeds through a port to which browsers connect.
    const open = await serve(async (received, response) => {
      const { method, headers } = received;
      const sent = received.pipe(request(databaseEndpoint, { method, headers }));
      const [reply] = await once(sent, 'response');
      response.writeHead(reply.statusCode, reply.headers).end(await text(reply));
    });
    expect(await scan(page, `http://${open}`)).toContain('"teapot"');
  }, 60_000);

  it('cannot use the emulators, under its own name or under ours', async () => {
    const { url, close } = await startS3({ folder: temporaryFolder(), buckets: ['files'] });
    onTestFinished(close);
    const call = (page: Page, address: string) =>
      page.evaluate(async (asked) => {
        const headers = { authorization: 'Bearer sk_test_x' };
        const reply = await fetch(asked, { headers }).catch((error: unknown) => String(error));
        return typeof reply === 'string' ? reply : reply.status;
      }, address);
    const page = await foreignPage();
    expect(await call(page, url)).toBe('TypeError: Failed to fetch');

    const rebound = url.replace('127.0.0.1', 'evil.example');
    expect((await page.goto(rebound))?.status()).toBe(403);
    expect(await call(page, rebound)).toBe(403);
    // A form needs no permission to send, and reveals its origin.
    const posted = await fetch(url, { method: 'POST', headers: { origin: 'http://evil.example' } });
    expect(posted.status).toBe(403);
    expect(await posted.text()).toBe('This page is available on localhost only.');
  });

  it("cannot read the inbox or pay in somebody's name", async () => {
    const { port } = new URL(running.product.url);
    const page = await foreignPage();
    const inbox = `${running.product.url}/_local/mail`;
    const read = page.evaluate(async (url) => (await fetch(url)).text(), inbox);
    await expect(read).rejects.toThrow('Failed to fetch');
    const reply = await page.goto(`http://evil.example:${port}/_local/mail`);
    expect([reply?.status(), await reply?.text()]).toEqual([
      403,
      'This page is available on localhost only.',
    ]);

    await page.goto((await foreignPage()).url());
    await page.setContent(
      `<form method="post" action="http://localhost:${port}/_local/pay/student"><button>`,
    );
    const [paid] = await Promise.all([page.waitForNavigation(), page.click('button')]);
    expect(paid?.status()).toBe(403);
  });
});
