import { AwsError } from './server.ts';

/** What decides whether SES accepts an account's emails. By default it accepts all. */
export interface SesAccount {
  /** Rejects every email, with SES's code and in its own words. */
  rejection?: { status: 400 | 403; code: string; message: string };
  /** Whether the sender's address and domain are not verified. */
  isUnverified?: boolean;
  /** Whether SES sends to verified addresses alone, one a second: here to the sender's own. */
  isInSandbox?: boolean;
}

const rejecting = (code: string, message: string, status: 400 | 403 = 400): SesAccount => ({
  rejection: { status, code, message },
});

/** The accounts that `npm start` can play. */
export const sesAccounts = {
  ready: {},
  'unverified-identity': { isUnverified: true },
  'unverified-mail-from': rejecting(
    'MailFromDomainNotVerifiedException',
    'The MAIL FROM domain is not verified.',
  ),
  sandbox: { isInSandbox: true },
  paused: rejecting(
    'AccountSendingPausedException',
    'Email sending is disabled for the account 000000000000.',
  ),
  'paused-by-aws': rejecting(
    'MessageRejected',
    'Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.',
  ),
  'no-rights': rejecting(
    'AccessDenied',
    "User `arn:aws:sts::000000000000:assumed-role/sender/local' is not authorized to perform `ses:SendRawEmail'",
    403,
  ),
  'expired-credentials': rejecting(
    'ExpiredToken',
    'The security token included in the request is expired',
    403,
  ),
  'no-configuration-set': rejecting(
    'ConfigurationSetDoesNotExist',
    'Configuration set <local> does not exist.',
  ),
  'quota-used-up': rejecting('Throttling', 'Daily message quota exceeded.'),
} as const satisfies Record<string, SesAccount>;

/** @throws as SES rejects an email of this account */
export function checkAccount(
  account: SesAccount,
  { from, to }: { from: string; to: readonly string[] },
): void {
  const { rejection, isUnverified, isInSandbox } = account;
  if (rejection) throw new AwsError(rejection.status, rejection.code, rejection.message);
  const unverified = [
    ...(isUnverified ? [from] : []),
    ...(isInSandbox ? to.filter((address) => address !== from) : []),
  ];
  if (unverified.length > 0)
    throw new AwsError(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region AP-SOUTHEAST-1: ${unverified.join(', ')}`,
    );
}
