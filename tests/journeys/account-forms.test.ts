import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { productJourney } from '../support/browser/journey.ts';
import { overflowOf } from '../support/browser/pages.ts';

/** The three forms of the login page, for password managers and for everyone. */

const FORMS = [
  { query: '', title: 'Login' },
  { query: '?form=register', title: 'Information Configuration' },
  { query: '?form=forgot', title: 'Forgot password' },
];

const journey = productJourney();

async function open(query: string, view: BrowserContextOptions = {}) {
  const context = await journey.browser.newContext(view);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${journey.server.url}/login${query}`);
  return page;
}

/** Password managers fill these in, and all fields accept pasted text. */
describe('the fields of the form', () => {
  it.each([
    ['login', '', { username: 'username', password: 'current-password' }],
    [
      'registration',
      '?form=register',
      {
        userName: 'username',
        email: 'email',
        password: 'new-password',
        confirmation: 'new-password',
        firstName: 'given-name',
        lastName: 'family-name',
        dob: 'bday',
        phone: 'tel',
        affiliation: 'organization',
        yearOfDegree: null,
        address: 'street-address',
      },
    ],
    [
      'forgot password',
      '?form=forgot',
      { email: 'email', code: 'one-time-code', password: 'new-password', confirmation: 'new-password' },
    ],
  ])('%s have names for password managers and accept pasted text', async (_, query, names) => {
    const page = await open(query);
    const fields = page.locator('form .input:is(input)').filter({ visible: true });
    await fields.first().waitFor();
    const found = await fields.evaluateAll((all) =>
      all.map((field) => {
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        return [field.getAttribute('name'), field.getAttribute('autocomplete'), field.dispatchEvent(paste)];
      }),
    );
    expect(found).toEqual(Object.entries(names).map(([name, value]) => [name, value, true]));
  });
});

describe('every form fits the screen', () => {
  it.each([
    { width: 1440, colorScheme: 'dark' },
    { width: 390, colorScheme: 'light' },
    { width: 320, colorScheme: 'dark' },
  ] as const)('at %j', async ({ width, colorScheme }) => {
    const page = await open('', { viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
    for (const { query, title } of FORMS) {
      await page.goto(`${journey.server.url}/login${query}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('button', { name: /Login|Submit/ }).click();
      await page.locator('[aria-invalid="true"], fieldset .field-error').first().waitFor();
      expect(await overflowOf(page)).toBe(0);
    }
  });
});
