import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { CampaignSummary } from '../../functions/contract/campaigns.ts';
import type { previewCampaign } from '../../functions/contract/compose-campaign.ts';
import type { ImportJob } from '../../functions/contract/imports.ts';
import { type DeliveryCounts, emptyCounts } from '../../functions/mail/campaigns/campaign.ts';
import { tokenOf } from '../support/api/members.ts';
import { productJourney } from '../support/browser/journey.ts';
import { searchMembers, sees } from '../support/browser/pages.ts';
import { openStage, panelIsThere, type Stage } from '../support/browser/states.ts';
import { checkedImport } from '../support/checked-import.ts';

/** Dialogs of an administrator’s pages, as they open and with their errors, each looked at by axe. */

const journey = productJourney({ hasDemoAccounts: true, hasSampleMembers: true });

async function enter(path: string): Promise<Stage> {
  const { url, passwordOf } = journey.server;
  const token = await tokenOf(url, 'teapot', passwordOf('teapot'));
  const stage = await openStage(journey.browser, token);
  await stage.page.goto(`${url}/user/${path}`);
  await panelIsThere(stage.page);
  return stage;
}

/** By its text: its name says more to a screen reader. */
const button = (page: Page, text: string) =>
  page
    .locator('main')
    .getByRole('button')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .last();

/** Opens a dialog, sends its form as it is where that is an error, and goes back. */
async function asks({ page, look, unlock }: Stage, name: string, error?: 'empty'): Promise<void> {
  await button(page, name).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await look(name);
  if (error) {
    await unlock();
    await dialog.locator('button[type=submit]').click();
    await dialog.locator('.field-error').first().waitFor();
    await look(`${name}, ${error}`);
  }
  await goBack(page);
}

/** Out of the dialog on top. */
async function goBack(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog');
  const before = await dialogs.count();
  await page.keyboard.press('Escape');
  await expect.poll(() => dialogs.count()).toBe(before - 1);
}

/** To what is written, as it is. */
async function asksToSend({ page, look, unlock }: Stage, title: string): Promise<void> {
  await unlock();
  await button(page, 'Send').click();
  await page.getByRole('dialog', { name: 'Send this email?' }).waitFor();
  await look(title);
  await goBack(page);
}

const at = '2026-10-02T01:00:00.000Z';
const campaign: CampaignSummary = {
  id: 'ab'.repeat(16),
  subject: 'Call for participation',
  senderName: 'Utah Teapot',
  state: 'paused',
  createdAt: at,
  dueAt: at,
  total: 42,
  finished: 30,
  bounced: 0,
  complained: 0,
  attachments: [],
};
const job: ImportJob = { ...checkedImport, state: 'applying', done: 120, added: 120 };
const preview: z.output<typeof previewCampaign.reply>['data'] = {
  subject: 'Call for participation',
  html: '<p>Dear members</p>',
  text: 'Dear members',
  recipients: 503,
  first: 'bunny@example.org',
  last: 'teapot@example.org',
  deliveries: 501,
  excluded: [
    { address: 'dragon@example.org', reason: 'disabled' },
    { address: 'armadillo@example.org', reason: 'unsubscribed' },
  ],
  excludedByReason: { disabled: 1, unsubscribed: 1 },
  unfilledFields: { unknown: ['{{firstname|member}}'], formatted: ['{{renewLink}}'] },
  htmlBytes: 112_000,
  deliveryBytes: 210_000,
  totalBytes: 10_521_000,
};
const reply = (data: unknown) => ({ code: 1, msg: '', data });
const listOf = (...items: unknown[]) => reply({ items });

/** By the file that has the dialog, or the page that opens it. */
const dialogs: Record<string, { path: string; visit: (stage: Stage) => Promise<unknown> }> = {
  'admin-members/member-action-dialog': {
    path: 'members',
    async visit(stage) {
      const { page } = stage;
      await searchMembers(page, 'bunny');
      await page.getByRole('link', { name: /Stanford Bunny/ }).click();
      await page.locator('.member-facts').waitFor();
      await panelIsThere(page);
      const onFacts = ['Edit profile', 'Change category', 'Disable account', 'Delete account'];
      const onRecords = ['Correct', 'Void', 'Grant membership period', 'Record bank transfer'];
      for (const name of [...onFacts, ...onRecords, 'Remove', 'Add conference'])
        await asks(stage, name, 'empty');
    },
  },
  'admin-members/members-panel': {
    path: 'members',
    async visit(stage) {
      const { page, look } = stage;
      await asks(stage, 'Add member...', 'empty');
      await asks(stage, 'Export...');
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await look('selected');
      await asks(stage, 'Change category...', 'empty');
      await asks(stage, 'Grant membership period...', 'empty');
      await page.getByLabel('Membership type').selectOption('Student');
      await asks(stage, 'Save segment...', 'empty');
      await button(page, 'Save segment...').click();
      await page.getByLabel('Name', { exact: true }).fill('Students');
      await page.getByRole('button', { name: 'Save segment', exact: true }).click();
      await asks(stage, 'Remove segment...');
    },
  },
  'admin-members/import-list': {
    path: 'members',
    async visit(stage) {
      await stage.replyTo('/admin/imports*', listOf(job));
      await stage.go('/user/members?view=import');
      await asks(stage, 'Cancel import', 'empty');
    },
  },
  'admin-payments/review-list': {
    path: 'payments',
    visit: (stage) => asks(stage, 'Resolve', 'empty'),
  },
  'admin-mail/compose': {
    path: 'email',
    async visit(stage) {
      const { page, replyTo } = stage;
      await replyTo('/admin/campaign-templates', listOf({ name: 'Call', savedAt: at }));
      await page.getByLabel('Subject').fill('Call for participation');
      await page.getByRole('textbox', { name: 'Content' }).fill('Dear members');
      await asks(stage, 'Save as template', 'empty');
      await page.getByText('Templates', { exact: true }).click();
      for (const name of ['Use', 'Delete']) await asks(stage, name);
      await button(page, 'Save as Draft').click();
      await asks(stage, 'Discard draft');
      await page.getByRole('searchbox').fill('cornell');
      await sees(page, 'Page 1 of 1 · 1 member');
      await page.getByRole('checkbox', { name: /cornell/ }).check();
      await asksToSend(stage, 'an email to one');
      await replyTo('/admin/preview-campaign', reply(preview));
      await asksToSend(stage, 'an email to many, of whom some get nothing');
    },
  },
  'admin-mail/campaigns': {
    path: '',
    async visit(stage) {
      const { page, replyTo, go } = stage;
      const open = async (shown: Partial<CampaignSummary>, counts: Partial<DeliveryCounts>) => {
        const summary = { ...campaign, ...shown };
        await replyTo('/admin/campaigns*', listOf(summary));
        await replyTo('/admin/campaign?*', reply({ ...summary, counts: { ...emptyCounts(), ...counts } }));
        await page.goto(`${journey.server.url}/user/outbox`);
        await page.getByRole('link', { name: campaign.subject }).click();
        await page.getByRole('heading', { name: campaign.subject }).waitFor();
        await panelIsThere(page);
        await stage.look(JSON.stringify(shown));
      };
      await replyTo('/admin/campaign-deliveries*', listOf());
      await replyTo(
        '/admin/campaign-message*',
        reply({ subject: campaign.subject, html: '<p>Dear members</p>', text: 'Dear members' }),
      );
      await go('/user/email');
      await page.getByLabel('Subject').fill('Begun and not sent');
      await open({ state: 'paused', note: 'Paused by Utah Teapot.' }, { waiting: 12, sent: 30 });
      for (const name of ['Resume', 'Cancel email', 'Duplicate']) await asks(stage, name);
      await open({ state: 'sending' }, { waiting: 12, sent: 30 });
      await asks(stage, 'Pause');
      await open({ state: 'done', finished: 42 }, { sent: 38, failed: 1, unknown: 3 });
      await button(page, 'Unconfirmed 3').click();
      await asks(stage, 'New email to these recipients');
      await replyTo(
        '/admin/suppressions*',
        listOf({ address: 'bunny@example.org', reason: 'complained', suppressedAt: at, detail: '' }),
      );
      await go('/user/outbox?blocked');
      await asks(stage, 'Unblock', 'empty');
    },
  },
};

describe('the dialogs of', () => {
  it.each(Object.entries(dialogs))('%s', async (_file, { path, visit }) => {
    await visit(await enter(path));
  });
});
