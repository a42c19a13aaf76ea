import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { siteJourney } from '../support/browser/journey.ts';
import { takeWindow } from '../support/browser/windows.ts';

const journey = siteJourney();

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
  archive: json({ code: 1, data: lists }),
};

/** The page with a few prepared replies of the API; records the calls. */
async function enter(answers: Record<string, Answer>, readToken?: string) {
  const { page, expectCleanConsole } = await takeWindow(journey.browser, {
    expected: [/Failed to load resource/],
  });
  if (readToken) {
    await page.goto(`${journey.server.url}/robots.txt`);
    await page.evaluate((token) => localStorage.setItem('gmp_token', token), readToken);
  }
  const asked: { call: string; body: unknown; authorization: string | undefined }[] = [];
  await page.route('**/api/gmp/*', async (route) => {
    const request = route.request();
    const name = request.url().split('/').at(-1) ?? '';
    asked.push({
      call: `${request.method()} ${name}`,
      body: request.postDataJSON(),
      authorization: request.headers()['authorization'],
    });
    await (answers[name] ?? json({ message: 'Not found' }, 404))(route);
  });
  await page.goto(`${journey.server.url}/GMPArchive`);
  const field = page.getByLabel('Archive password');
  const button = page.locator('form[data-archive-form] button');
  return {
    page,
    asked,
    field,
    button,
    wrong: page.getByText('Incorrect password, please try again'),
    readToken: () => page.evaluate(() => localStorage.getItem('gmp_token')),
    papers: page.getByRole('heading', { name: 'GMP Papers' }),
    expectCleanConsole,
  };
}

it('is locked at first, sends no request, and contains no list', async () => {
  const { page, asked, field, papers, wrong } = await enter({});
  expect(await field.isVisible()).toBe(true);
  expect([await papers.isVisible(), await wrong.isVisible()]).toEqual([false, false]);
  expect(await page.locator('tbody tr').count()).toBe(0);
  expect(asked).toEqual([]);
});

it('the right password is verified while the button is disabled, unlocks the archive, is stored as a token, and shows the three lists', async () => {
  const held = Promise.withResolvers<void>();
  const gate = await enter({
    ...right,
    'verify-password': async (route) => {
      await held.promise;
      await route.fulfill({ json: { code: 1, token: 'right' } });
    },
  });
  expect([await gate.button.textContent(), await gate.button.isEnabled()]).toEqual(['Enter', true]);
  await gate.field.fill('open, sesame');
  await gate.field.press('Enter');
  expect([await gate.button.textContent(), await gate.button.isEnabled()]).toEqual(['Verifying...', false]);
  held.resolve();
  await gate.papers.waitFor();
  expect(gate.asked).toEqual([
    { call: 'POST verify-password', body: { password: 'open, sesame' }, authorization: undefined },
    { call: 'GET archive', body: null, authorization: 'Bearer right' },
  ]);
  expect(await gate.readToken()).toBe('right');
  expect(await gate.field.isVisible()).toBe(false);
  expect(await gate.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'GMP Papers',
    'Conference Proposals',
    'Steering Committee Meetings',
  ]);
  const links = gate.page.locator('[data-lists] a');
  expect(
    await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
  ).toEqual([
    ['GMP 2012 papers', 'https://example.org/2012'],
    ['Proposal A', '/files/a.pdf'],
  ]);
  gate.expectCleanConsole();
});

describe('the error is shown, the field cleared and no token stored', () => {
  it('after every reply without a token, and after an entry without characters, for which no request is sent; it disappears when the next password is right', async () => {
    const answers: Record<string, Answer> = { ...right };
    const gate = await enter(answers);
    const failures: [string, Answer, string?][] = [
      ['a wrong password', json({ code: 0, msg: 'Incorrect password, please try again' })],
      ['a fault of the server', json({ message: 'Server error' }, 500)],
      ['a reply that is no JSON', (route) => route.fulfill({ body: 'oops' })],
      ['a success without a token', json({ code: 1 })],
      ['no reply', (route) => route.abort()],
      ['spaces', right['verify-password'], '   '],
    ];
    for (const [name, answer, entry = 'sesame'] of failures) {
      answers['verify-password'] = answer;
      await gate.page.reload();
      gate.asked.length = 0;
      await gate.field.fill(entry);
      await gate.button.click();
      await gate.wrong.waitFor();
      expect([name, await gate.field.inputValue(), await gate.readToken()]).toEqual([name, '', null]);
      expect([await gate.button.textContent(), await gate.button.isEnabled()]).toEqual(['Enter', true]);
      expect([name, await gate.papers.isVisible()]).toEqual([name, false]);
      if (entry.trim() === '') expect(gate.asked).toEqual([]);
    }
    await gate.field.fill('open, sesame');
    await gate.button.click();
    await gate.papers.waitFor();
    expect(await gate.wrong.isVisible()).toBe(false);
  });

  it('after ten seconds without a reply', async () => {
    const { page } = await takeWindow(journey.browser, { isOwn: true });
    // Playwright's clock does not move AbortSignal.timeout, so the page's timeout is triggered by hand.
    await page.addInitScript(() => {
      const asked: number[] = [];
      AbortSignal.timeout = (milliseconds) => {
        asked.push(milliseconds);
        document.documentElement.dataset['timeouts'] = asked.join();
        return AbortSignal.abort(new DOMException('', 'TimeoutError'));
      };
    });
    await page.goto(`${journey.server.url}/GMPArchive`);
    await page.getByLabel('Archive password').fill('sesame');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('Incorrect password, please try again').waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['timeouts'])).toBe('10000');
  });
});

it('a stored token unlocks the archive when the server accepts it, and else is removed, and the archive stays locked without an error', async () => {
  const answers: Record<string, Answer> = { ...right, 'verify-token': json({ code: 1, valid: true }) };
  const gate = await enter(answers, 'kept');
  await gate.papers.waitFor();
  expect(gate.asked).toEqual([
    { call: 'POST verify-token', body: null, authorization: 'Bearer kept' },
    { call: 'GET archive', body: null, authorization: 'Bearer kept' },
  ]);
  expect(await gate.readToken()).toBe('kept');

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
    expect(gate.asked.map(({ call }) => call)).toEqual(['POST verify-token']);
  }
});

it('the lists show an error after a failure, and the token stays; after a 401 it is removed and they are locked', async () => {
  const answers = { ...right, archive: json({ message: 'Server error' }, 500) };
  const gate = await enter(answers);
  await gate.field.fill('open, sesame');
  await gate.button.click();
  await gate.page.getByText('Failed to load the archive. Please try again later.').waitFor();
  expect(await gate.readToken()).toBe('right');
  expect(await gate.papers.isVisible()).toBe(false);

  await gate.page.evaluate(() => localStorage.clear());
  await gate.page.reload();
  answers.archive = json({ message: 'Unauthorized' }, 401);
  await gate.field.fill('open, sesame');
  await gate.button.click();
  await gate.wrong.waitFor();
  expect(await gate.readToken()).toBeNull();
  expect([await gate.field.isVisible(), await gate.papers.isVisible()]).toEqual([true, false]);
});
