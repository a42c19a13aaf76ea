import type { Page } from 'playwright-core';
import encodeQr from 'qr';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { post, register, tokenOf } from '../support/api/members.ts';
import { expectAccessible } from '../support/browser/axe.ts';
import { productJourney } from '../support/browser/journey.ts';
import { focused, tabTo } from '../support/browser/keyboard.ts';
import { overflowOf, pressUnlocked, sees } from '../support/browser/pages.ts';
import { openWindow } from '../support/browser/user-center.ts';
import { sizedViews } from '../support/sizes.ts';

const journey = productJourney({ hasDemoAccounts: true });
const ops = (...args: string[]) => journey.server.ops(...args);

// The server reads the list of members once a minute, so these must exist before it does.
beforeAll(async () => {
  const { url } = journey.server;
  await register(url, 'lucy');
  await register(url, 'armadillo', { firstName: 'Test', lastName: 'Armadillo' });
  await register(url, 'gyroid', { firstName: 'Test', lastName: 'Gyroid' });
  await ops('grant-admin', 'lucy');
  const paid = { type: 'professional', amountMinorUnits: 36_000, date: '2026-11-01' } as const;
  const conference = { name: 'Models Week', venue: 'Hong Kong', date: '2 March 2026', link: '' };
  await journey.server.office(async ({ recordBankTransfer, addConferenceRecord }) => {
    await recordBankTransfer('armadillo', { ...paid, reference: 'FPS 1' }, 'Statement');
    await addConferenceRecord('lucy', conference, 'List of the organisers');
  });
});

/** The administrator at a desk, whose camera sees the code of a text, or is blocked. */
async function openCheckIn({ width = 390, dark = false, seen = '', path = '' }) {
  const { url } = journey.server;
  const session = await tokenOf(url, 'lucy');
  const page = await openWindow(journey.browser, {
    width,
    dark,
    session,
    hasClock: true,
    expected: /Failed to load resource|Canvas2D: Multiple readback/,
  });
  const camera = await page.addInitScript(
    (first) => {
      let modules = first;
      addEventListener('seen', (event) => {
        if (event instanceof CustomEvent) modules = event.detail;
      });
      navigator.mediaDevices.getUserMedia = async () => {
        if (modules.length === 0) throw new DOMException('Permission denied', 'NotAllowedError');
        const canvas = document.createElement('canvas');
        const size = 8;
        canvas.width = 640;
        canvas.height = 480;
        const context = canvas.getContext('2d');
        if (!context) throw new DOMException('No context.', 'NotReadableError');
        const draw = () => {
          context.fillStyle = '#fff';
          context.fillRect(0, 0, canvas.width, canvas.height);
          context.fillStyle = '#000';
          for (const [y, row] of modules.entries())
            for (const [x, isDark] of row.entries())
              if (isDark) context.fillRect(100 + x * size, 40 + y * size, size, size);
        };
        setInterval(draw, 100);
        return canvas.captureStream(10);
      };
    },
    seen === '' ? [] : encodeQr(seen, 'raw'),
  );
  onTestFinished(() => camera.dispose());
  await page.goto(`${url}/user/check-in${path}`);
  await page.getByRole('heading', { name: 'Check-in' }).waitFor();
  return page;
}

const CONFERENCE = '?name=Models+Week&venue=Hong+Kong&date=2+March+2026';

async function cardOf(username: string): Promise<string> {
  const { url } = journey.server;
  const token = await tokenOf(url, username);
  const reply = await post(url, '/membership/card', { action: 'create' }, token);
  return (await reply.json()).data.address;
}

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('the desk of a conference', () => {
  it.each(sizedViews({ width: 390, dark: true }, { width: 1440, dark: false }))(
    'scans a card, checks the member in and takes it back, at %j',
    async (view) => {
      const page = await openCheckIn({ ...view, seen: await cardOf('armadillo') });
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Open desk' }).click();
      await sees(page, 'This field is required.');
      await page.getByLabel('Conference').selectOption('Another conference');
      const words = { 'Name of the conference': 'Models 2026', Venue: `Hong Kong ${view.width}` };
      for (const [label, value] of Object.entries(words)) await page.getByLabel(label).fill(value);
      await page.getByLabel('Date').fill('2 March 2026');
      await expectAccessible(page);
      await pressUnlocked(page.getByRole('button', { name: 'Open desk' }));
      await page
        .getByRole('heading', { name: `New conference: Models 2026, Hong Kong ${view.width}, 2 March 2026` })
        .waitFor();
      await expectAccessible(page);
      expect(await focusedText(page)).toContain('New conference: Models 2026');
      await tabTo(page, 'Open desk for the new conference');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Test Armadillo' }).waitFor();
      expect(await focusedText(page)).toBe('Test Armadillo');
      await sees(page, 'Valid member.');
      await expectAccessible(page);
      expect(await overflowOf(page)).toBe(0);
      await tabTo(page, 'Check in');
      await page.keyboard.press('Enter');
      await sees(page, 'Test Armadillo is checked in.');
      await sees(page, 'Checked in on this device: 1');
      await expectAccessible(page);
      // A reload keeps the list and the view.
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.reload();
      await sees(page, 'Checked in on this device: 1');
      await page.getByLabel('Name, email address or membership ID').waitFor();
      // The list takes it back.
      await page.getByRole('button', { name: 'Undo: Test Armadillo' }).click();
      await sees(page, 'The check-in of Test Armadillo was undone.');
    },
  );

  it('offers the known conferences, and asks whether a mistyped one is new', async () => {
    const conference = { name: 'Pacific Graphics 2025', venue: 'Taipei', date: 'October 2025', link: '' };
    await journey.server.office(({ addConferenceRecord }) =>
      addConferenceRecord('armadillo', conference, 'List of the organisers'),
    );
    const page = await openCheckIn({ dark: true, path: '?name=Pacifc+Graphics+2025&date=October+2025' });
    const heading = page.getByRole('heading', { name: /^New conference: Pacifc Graphics 2025/ });
    await heading.waitFor();
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    expect(await page.locator('video').count()).toBe(0);
    await page.getByRole('button', { name: 'Change conference' }).click();
    expect(await focused(page)).toBe('Conference');
    expect(await page.getByLabel('Name of the conference').inputValue()).toBe('Pacifc Graphics 2025');
    await page.getByLabel('Date').fill('Autumn 2025');
    await pressUnlocked(page.getByRole('button', { name: 'Open desk' }));
    await page.getByRole('heading', { name: /Autumn 2025$/ }).waitFor();
    await page.getByRole('button', { name: 'Pacific Graphics 2025 · Taipei · October 2025' }).click();
    await page.getByText('Pacific Graphics 2025', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('venue')).toBe('Taipei');
    await page.getByRole('button', { name: 'Change conference' }).click();
    const choice = page.getByLabel('Conference', { exact: true });
    expect(await choice.locator('option:checked').textContent()).toContain('Pacific Graphics 2025');
    await expectAccessible(page);
    expect(await overflowOf(page)).toBe(0);
    await choice.selectOption({ label: 'Sample Workshop on Boxes · Cornell Box, Sampleville' });
    await pressUnlocked(page.getByRole('button', { name: 'Open desk' }));
    await page.getByText('Sample Workshop on Boxes', { exact: true }).waitFor();
  });

  it('finds a member by name where the camera is blocked, says who is no valid member, opens by its link in other capitals and spaces, and stays open when its only check-in is undone', async () => {
    const page = await openCheckIn({ path: CONFERENCE });
    await sees(page, 'The camera is blocked.');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('gyroid');
    await page.getByRole('status').getByText('1 member', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Gyroid/ }).click();
    await sees(page, 'Not a valid member.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check in' }).click();
    await sees(page, /is checked in\./);
    await page.getByRole('searchbox').fill('gyroid');
    await page.getByRole('button', { name: 'Test Gyroid', exact: true }).click();
    await sees(page, 'Checked in already.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Next member' }).click();
    await page.getByRole('searchbox').waitFor();

    await page.goto(
      `${journey.server.url}/user/check-in?name=pacific++graphics+2025&venue=TAIPEI&date=October+2025`,
    );
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('armadillo');
    await page.getByRole('button', { name: 'Test Armadillo', exact: true }).click();
    await sees(page, 'Checked in already.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await sees(page, 'The check-in of Test Armadillo was undone.');
    await page.getByRole('searchbox').waitFor();
  });

  it('says that a code is no membership card, and that a card was replaced', async () => {
    const page = await openCheckIn({ path: CONFERENCE, seen: 'https://example.org/ticket' });
    await sees(page, "This QR code isn't a membership card");
    await expectAccessible(page);
    const old = await cardOf('gyroid');
    await cardOf('gyroid');
    await page.evaluate((detail) => dispatchEvent(new CustomEvent('seen', { detail })), encodeQr(old, 'raw'));
    await sees(page, 'This link is not a valid membership card.');
  });
});
