import { expect, it } from 'vitest';
import { productJourney } from '../support/browser/journey.ts';
import { overflowOf } from '../support/browser/pages.ts';
import { takeWindow } from '../support/browser/windows.ts';

/** The three forms of the login page, for password managers and for the narrowest screens; account-states has wider ones. */

const journey = productJourney();

it.each([
  ['Login', '', { username: 'username', password: 'current-password' }],
  [
    'Information Configuration',
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
    'Forgot password',
    '?form=forgot',
    { email: 'email', code: 'one-time-code', password: 'new-password', confirmation: 'new-password' },
  ],
])(
  'the fields of "%s" have names for password managers and accept pasted text, and its errors fit 320 px',
  async (title, query, names) => {
    const { page } = await takeWindow(journey.browser, { width: 320, dark: true });
    await page.goto(`${journey.server.url}/login${query}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    const fields = page.locator('form .input:is(input)').filter({ visible: true });
    await fields.first().waitFor();
    const found = await fields.evaluateAll((all) =>
      all.map((field) => {
        const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
        return [field.getAttribute('name'), field.getAttribute('autocomplete'), field.dispatchEvent(paste)];
      }),
    );
    expect(found).toEqual(Object.entries(names).map(([name, value]) => [name, value, true]));
    // Browsers would report an empty required field as invalid.
    expect(await page.locator('form [required]:visible:not([aria-invalid="false"])').count()).toBe(0);
    await page.getByRole('button', { name: /Login|Submit/ }).click();
    await page.locator('[aria-invalid="true"], fieldset .field-error').first().waitFor();
    expect(await overflowOf(page)).toBe(0);
    await page.emulateMedia({ forcedColors: 'active' });
    const [mark, text] = await page
      .locator('.field-error')
      .first()
      .evaluate((error) => [
        getComputedStyle(error, '::before').backgroundColor,
        getComputedStyle(error).color,
      ]);
    expect(mark).toBe(text);
  },
);
