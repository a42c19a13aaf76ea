import { fieldSentences } from './field-sentences.ts';

/** Every error code with its sentence, by the status of its reply. */
const sentencesByStatus = {
  400: {
    'invalid-request': 'Check your entries and try again.',
    'password-common': 'This password is too common. Choose another one.',
    'password-wrong': 'The current password is wrong.',
    'date-of-birth-in-future': fieldSentences.pastDate,
    'year-of-degree-too-late': 'Enter an earlier year.',
    'code-invalid': 'This code is wrong or has expired.',
    'term-period-invalid': 'Enter a 1 January after the start date.',
    'date-in-future': fieldSentences.transferDay,
    'webhook-signature-invalid': "The signature isn't valid for this request.",
    'campaign-file-type': 'Invalid file type. Please select a valid file.',
    'campaign-file-size': 'File too large. Please select a smaller file.',
    'campaign-file-upload': 'File upload error. Please try again.',
    'campaign-file-count': 'Too many files. Please select fewer files.',
    'campaign-recipients': 'Failed to send email. Please try again.',
    'campaign-subject': 'Failed to send email. Please try again.',
    'campaign-content': 'Failed to send email. Please try again.',
    'campaign-schedule': 'Failed to send email. Please try again.',
  },
  401: {
    unauthenticated: 'Log in to continue.',
    'login-failed': 'Login failed',
    'second-factor-needed': 'Enter the code from your authenticator app.',
    'second-factor-wrong': 'This code is wrong, expired or already used.',
    'passkey-rejected': "This passkey doesn't work here, or it was removed. Log in with your password.",
    'archive-locked': 'Enter the archive password.',
  },
  403: {
    'cross-site-request': 'Send requests through the website.',
    'firewall-blocked':
      'Our firewall blocked this request because it looks like an attack. Change what you entered and try again.',
    forbidden: 'Only administrators can do this.',
    'account-disabled': 'Account disabled',
    'not-your-account': 'You can only change your own account.',
    'recent-sign-in-required': 'To change your username or email address, log out and log in again.',
    'second-factor-missing': 'Set up two-step verification first.',
    'second-factor-stale': 'Enter a code from your authenticator app to continue.',
    'second-factor-required': 'Administrators need two-step verification.',
    'own-account-not-allowed': "You can't disable your own account.",
    'administrator-protected':
      "Administrators change their own email address, and can't be deleted here. The system operator can remove their rights first.",
  },
  404: {
    'endpoint-not-found': "This API endpoint doesn't exist.",
    'username-not-found': 'Username not found',
    'login-not-found': "This login isn't in your history. Reload the page and try again.",
    'member-not-found': "This member doesn't exist.",
    'term-not-found': "This membership period doesn't exist. It may have been corrected or voided.",
    'transfer-not-found': "This bank transfer doesn't exist. It may have been corrected or voided.",
    'conference-record-not-found': "The member doesn't have this conference.",
    'import-not-found': "This import doesn't exist.",
    'payment-not-in-review': 'This payment has already been resolved.',
    'receipt-not-found': "This receipt doesn't exist.",
    'card-invalid':
      'This link is not a valid membership card. It may be incomplete, or the member may have replaced it. Ask the member for a new one.',
    'campaign-not-found': "This email doesn't exist.",
    'address-not-suppressed': "This address isn't blocked.",
  },
  405: {
    'method-not-allowed': 'Method not allowed.',
  },
  409: {
    'username-taken': 'Username already exists',
    'email-taken': 'Email already registered',
    'profile-conflict': 'Your data has changed in the meantime. Reload the page and try again.',
    'second-factor-off': "Two-step verification isn't set up.",
    'second-factor-setup-ended': 'This setup has expired. Start again.',
    'passkey-not-added': "The passkey couldn't be added. Please try again.",
    'passkey-limit': "You can't have more passkeys. Remove one first.",
    'member-conflict': 'Someone else has just changed this member. Reload to see the changes.',
    'invitation-not-needed': 'This member can log in already or is disabled.',
    'term-exists': 'The member already has this membership period.',
    'term-end-taken':
      'The member already has another membership period until this day. Correct that one, or void it first.',
    'transfer-exists': 'This bank transfer has already been recorded.',
    'conference-record-exists': 'The member already has this conference.',
    'import-finished': 'This import is already finished or cancelled.',
    'invitations-expired':
      'The list of new members was deleted 30 days after the last invitation. They can set a password with "Forgot password".',
    'import-file-expired':
      'The data of this import has been deleted. Cancel this import, then select the file again.',
    'campaign-finished': 'This email is already finished or cancelled.',
    'campaign-not-paused': "This email isn't paused.",
    'campaign-not-sending': "This email isn't being sent.",
    'campaign-message-deleted': 'The text or attachments of this email have been deleted.',
    'draft-conflict': 'Your draft has changed in the meantime, for example in another window.',
  },
  413: {
    'body-too-large': 'The request is too large.',
  },
  415: {
    'unsupported-media-type': 'Send JSON (application/json).',
  },
  429: {
    'too-many-attempts': 'Too many attempts. Try again later.',
    'account-guarded':
      'Too many failed logins to this account. Use Forgot password to set a new password, or try again later.',
    'address-change-limit': 'Too many changes of your email address. Try again later.',
    'username-change-limit': 'Too many changes of your username. Try again later.',
  },
  500: {
    'internal-error': 'Server error',
  },
  503: {
    'payment-provider-unreachable':
      "Can't connect to the payment service. Please try again in a few minutes.",
  },
} as const;

/**
 * The API sends code and sentence with every error, the screens decide by the code where the sentence stands, and the
 * command line prints it. Some of these sentences are fixed by the product's specification.
 */
export const errorMessages = {
  ...sentencesByStatus[400],
  ...sentencesByStatus[401],
  ...sentencesByStatus[403],
  ...sentencesByStatus[404],
  ...sentencesByStatus[405],
  ...sentencesByStatus[409],
  ...sentencesByStatus[413],
  ...sentencesByStatus[415],
  ...sentencesByStatus[429],
  ...sentencesByStatus[500],
  ...sentencesByStatus[503],
};

export type ErrorCode = keyof typeof errorMessages;

const STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503] as const;

/** The status of the reply with this code. */
export const statusOf = (code: ErrorCode): (typeof STATUSES)[number] =>
  STATUSES.find((status) => Object.hasOwn(sentencesByStatus[status], code)) ?? 500;

type CampaignErrorCode = Extract<keyof (typeof sentencesByStatus)[400], `campaign-${string}`>;
/** Which part of a campaign was rejected: the `reason` in the reply is the code of the 400 without `campaign-`. */
export type CampaignErrorReason = CampaignErrorCode extends `campaign-${infer Reason}` ? Reason : never;
