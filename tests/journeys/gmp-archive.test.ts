import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { productJourney } from '../support/browser/journey.ts';
import { takeWindow } from '../support/browser/windows.ts';

const journey = productJourney();

type Answer = (route: Route) => unknown;
const json =
  (value: unknown, status = 200): Answer =>
  (route) =>
    route.fulfill({ status, json: value });

const lists = {
  papers: [{ year: 2012, links: [{ text: 'GMP 2012 papers', url: 'https://example.org/2012' }] }],
  proposals: [
    {
      year: 2026,
      links: [
        { text: 'Proposal A', url: '/files/a.pdf' },
        { text: 'Unsafe', url: 'javascript:alert(1)' },
      ],
    },
  ],
  meetings: [],
};
const right = {
  'verify-password': json({ code: 1, token: 'right' }),
  'verify-token': json({ code: 1, valid: true }),
  archive: json({ code: 1, data: lists }),
};

/** The page, with some replies in place of the API's; records the calls. */
async function enter(answers: Record<string, Answer> = {}) {
  const page = await takeWindow(journey.browser, { expected: /Failed to load resource/ });
  const asked: string[] = [];
  await page.route('**/api/gmp/*', async (route) => {
    const name = route.request().url().split('/').at(-1) ?? '';
    const { authorization = '' } = route.request().headers();
    asked.push([name, route.request().postData() ?? '', authorization].join(' ').trim());
    await (answers[name] ?? ((given) => given.continue()))(route);
  });
  await page.goto(`${journey.server.url}/GMPArchive`);
  const field = page.getByLabel('Archive password');
  const button = page.locator('form[data-archive-form] button');
  return {
    page,
    asked,
    field,
    button,
    submit: async (password: string) => {
      await field.fill(password);
      await button.click();
    },
    stateOfButton: async () => [await button.textContent(), await button.isEnabled()],
    wrong: page.getByText('Incorrect password, please try again'),
    readToken: () => page.evaluate(() => localStorage.getItem('gmp_token')),
    papers: page.getByRole('heading', { name: 'GMP Papers' }),
  };
}

it('the archive is locked, refuses a wrong password, opens with the right one while the button is disabled, stays open, and loads its documents', async () => {
  const held = Promise.withResolvers<void>();
  const answers: Record<string, Answer> = {};
  const gate = await enter(answers);
  expect([await gate.papers.isVisible(), await gate.page.locator('tbody tr').count()]).toEqual([false, 0]);
  expect(gate.asked).toEqual([]);
  await gate.submit('not this one');
  await gate.wrong.waitFor();
  expect([await gate.field.inputValue(), await gate.readToken()]).toEqual(['', null]);

  answers['verify-password'] = async (route) => {
    await held.promise;
    await route.continue();
  };
  expect(await gate.stateOfButton()).toEqual(['Enter', true]);
  await gate.field.fill(journey.server.archivePassword);
  await gate.field.press('Enter');
  expect(await gate.stateOfButton()).toEqual(['Verifying...', false]);
  held.resolve();
  await gate.papers.waitFor();
  expect([await gate.field.isVisible(), await gate.wrong.isVisible()]).toEqual([false, false]);
  expect(await gate.page.locator('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'GMP Papers',
    'Conference Proposals',
    'Steering Committee Meetings',
  ]);
  await gate.page.reload();
  await gate.papers.waitFor();
  const token = await gate.readToken();
  expect(gate.asked.slice(-2)).toEqual([`verify-token  Bearer ${token}`, `archive  Bearer ${token}`]);

  const links = gate.page.locator('[data-lists] a[href*="X-Amz-Signature"]');
  const documents = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(documents.length).toBeGreaterThan(0);
  for (const address of documents) {
    const reply = await fetch(address);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await reply.text()).slice(0, 5)).toBe('%PDF-');
  }
});

it('no token is stored after any other reply, nor for spaces, for which no request is sent; no unsafe link is shown', async () => {
  const answers: Record<string, Answer> = { ...right };
  const gate = await enter(answers);
  const failures: [string, Answer, string?][] = [
    ['a fault of the server', json({ message: 'Server error' }, 500)],
    ['a reply that is no JSON', (route) => route.fulfill({ body: 'oops' })],
    ['a success without a token', json({ code: 1 })],
    ['no reply', (route) => route.abort()],
    ['spaces', right['verify-password'], '   '],
  ];
  for (const [name, answer, entry = 'sesame'] of failures) {
    answers['verify-password'] = answer;
    gate.asked.length = 0;
    await gate.submit(entry);
    await gate.wrong.waitFor();
    expect([name, await gate.field.inputValue(), await gate.readToken()]).toEqual([name, '', null]);
    expect([name, ...(await gate.stateOfButton())]).toEqual([name, 'Enter', true]);
    if (entry.trim() === '') expect(gate.asked).toEqual([]);
  }
  await gate.submit('open, sesame');
  await gate.papers.waitFor();
  expect(await gate.wrong.isVisible()).toBe(false);
  const links = gate.page.locator('[data-lists] a');
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['https://example.org/2012', '/files/a.pdf']);
});

it('a password without a reply within ten seconds is refused', async () => {
  const { page, submit, wrong } = await enter();
  // Playwright's clock does not move AbortSignal.timeout, so the page's timeout is triggered by hand.
  await page.evaluate(() => {
    AbortSignal.timeout = (milliseconds) => {
      document.documentElement.dataset['timeout'] = `${milliseconds}`;
      return AbortSignal.abort(new DOMException('', 'TimeoutError'));
    };
  });
  await submit('sesame');
  await wrong.waitFor();
  expect(await page.locator('html').getAttribute('data-timeout')).toBe('10000');
});

it('a stored token that the server does not accept is removed, and the archive stays locked without an error', async () => {
  const answers: Record<string, Answer> = { ...right };
  const gate = await enter(answers);
  const refusals: [string, Answer][] = [
    ['refused with 401', json({ message: 'Unauthorized' }, 401)],
    ['not valid', json({ code: 1, valid: false })],
    ['not accepted', json({ code: 0, valid: true })],
    ['not checked, for want of a reply', (route) => route.abort()],
  ];
  for (const [name, answer] of refusals) {
    answers['verify-token'] = answer;
    gate.asked.length = 0;
    await gate.page.evaluate(() => localStorage.setItem('gmp_token', 'kept'));
    await gate.page.reload();
    await expect.poll(gate.readToken).toBeNull();
    const shown = [gate.field, gate.wrong, gate.papers].map((part) => part.isVisible());
    expect([name, ...(await Promise.all(shown))]).toEqual([name, true, false, false]);
    expect(gate.asked).toEqual(['verify-token  Bearer kept']);
  }
});

it('the lists show an error after a failure, and the token stays; after a 401 it is removed and they are locked', async () => {
  const answers = { ...right, archive: json({ message: 'Server error' }, 500) };
  const gate = await enter(answers);
  await gate.submit('open, sesame');
  await gate.page.getByText('Failed to load the archive. Please try again later.').waitFor();
  expect([await gate.readToken(), await gate.papers.isVisible()]).toEqual(['right', false]);

  await gate.page.evaluate(() => localStorage.clear());
  await gate.page.reload();
  answers.archive = json({ message: 'Unauthorized' }, 401);
  await gate.submit('open, sesame');
  await gate.wrong.waitFor();
  expect(await gate.readToken()).toBeNull();
  expect([await gate.field.isVisible(), await gate.papers.isVisible()]).toEqual([true, false]);
});
