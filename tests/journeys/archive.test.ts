import { describe, expect, it } from 'vitest';
import { productJourney } from '../support/browser/journey.ts';
import { openPage, sees } from '../support/browser/pages.ts';

const journey = productJourney();

describe('the GMP archive with the real API', () => {
  it('opens with the printed password, stays open, and loads its documents', async () => {
    const { page, expectCleanConsole } = await openPage(journey.browser);
    await page.goto(`${journey.server.url}/GMPArchive`);
    const field = page.getByLabel('Archive password');
    await field.fill('not this one');
    await page.getByRole('button', { name: 'Enter' }).click();
    await sees(page, 'Incorrect password, please try again');
    expect(await field.inputValue()).toBe('');

    await field.fill(journey.server.archivePassword);
    await field.press('Enter');
    await sees(page, 'GMP Papers');
    expect(await page.getByText('A password is required.').isVisible()).toBe(false);
    await page.reload();
    await sees(page, 'GMP Papers');

    const token = await page.evaluate(() => localStorage.getItem('gmp_token'));
    const reply = await fetch(`${journey.server.url}/api/gmp/archive`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = await reply.json();
    const own = Object.values(data)
      .flat()
      .flatMap((item) => (item as { links: { url: string }[] }).links)
      .map(({ url }) => url)
      .filter((url) => url.includes('X-Amz-Signature'));
    expect(own.length).toBeGreaterThan(0);
    for (const url of own) {
      expect(url).toMatch(new RegExp(`^${journey.server.url}/`));
      const document = await fetch(url);
      expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect((await document.text()).slice(0, 5)).toBe('%PDF-');
    }
    expectCleanConsole();
  });
});
