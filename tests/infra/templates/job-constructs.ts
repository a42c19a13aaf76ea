import type { JobName } from '../../../functions/platform/time-limits.ts';

/** The jobs' constructs in the stack. */
export const constructs: Record<JobName, string> = {
  'send-transactional-mail': 'TransactionalMailSender',
  'send-campaigns': 'CampaignSender',
  'make-receipts': 'ReceiptMaker',
  'reconcile-payments': 'PaymentReconciler',
  'remind-members': 'Reminders',
  'do-nightly-work': 'NightlyWorker',
  'continue-imports': 'ImportContinuer',
};
