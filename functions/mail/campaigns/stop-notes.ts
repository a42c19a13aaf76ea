import type { SenderProblem } from '../../platform/mailer.ts';

/** Why a campaign was stopped, as administrators read it. */
export const stopNotes = {
  messageDeleted: 'Cancelled automatically: the text of this email has been deleted.',
  notAllowed: 'Cancelled automatically: the person who created it is no longer an administrator.',
  tableRestored:
    'Paused automatically: the data was restored to an earlier time, so some recipients may already have this email. Select Resume or Cancel.',
} as const;

const senderProblems: Record<SenderProblem, string> = {
  'unverified-identity': 'our sender address is not verified',
  sandbox: 'our account is still in the trial stage (sandbox), which only sends to verified addresses',
  'account-paused': 'our account is paused',
  'no-rights': 'our server has no right to send, or its credentials have expired',
  'configuration-set': 'its settings for our emails (configuration set) are missing or paused',
  'quota-used-up': 'the number of emails that we may send in 24 hours is used up',
  other: 'the reason is in the log',
};

/** Why a campaign was paused whose emails SES rejects one after the other, and what to do. */
export const rejectedInRowNote = (count: number): string =>
  `Paused automatically: the email service rejected ${count} emails in a row. The recipients below marked as rejected have its reason. Resume if it is about their addresses. If it is about the email, cancel it, duplicate it and change it.`;

/** Why a campaign was paused for whose emails SES does not answer, and what to do. */
export const inDoubtInRowNote = (count: number): string =>
  `Paused automatically: the email service did not answer for ${count} emails in a row, so we can't say yet whether they were sent. Wait a quarter of an hour: those that stay unconfirmed can be sent again when this email has ended. Select Resume when the email service answers again; ask the operator if you are not sure.`;

/** Why a campaign was paused whose sender SES rejects, and what to do. */
export const senderProblemNote = (problem: SenderProblem): string =>
  `Paused automatically. The email service refuses to send: ${senderProblems[problem]}. ${
    problem === 'quota-used-up'
      ? 'Select Resume tomorrow.'
      : 'Ask the operator to fix this, then select Resume.'
  }`;
