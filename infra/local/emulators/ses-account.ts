import { AwsError } from './aws-server.ts';

/** What decides whether SES accepts an account's emails. By default it accepts all. */
export interface SesAccount {
  /** Verified domains and addresses; by default the sender's domain or, in the sandbox, the sender's address alone. */
  identities?: readonly string[];
  /** Whether SES sends to verified addresses alone, 200 a day, one a second. */
  isInSandbox?: boolean;
  /** Whether the domain to which bounces return has lost its records. */
  isMailFromUnverified?: boolean;
  /** By its owner, or by AWS after too many bounces. */
  pausedBy?: 'owner' | 'aws';
  credentials?: 'without-rights' | 'expired';
  hasNoConfigurationSet?: boolean;
  /** The number of emails in any 24 hours. */
  dailyQuota?: number;
}

/** The accounts that `npm start` can play. */
export const sesAccounts = {
  ready: {},
  'unverified-identity': { identities: [] },
  'unverified-mail-from': { isMailFromUnverified: true },
  sandbox: { isInSandbox: true },
  paused: { pausedBy: 'owner' },
  'paused-by-aws': { pausedBy: 'aws' },
  'no-rights': { credentials: 'without-rights' },
  'expired-credentials': { credentials: 'expired' },
  'no-configuration-set': { hasNoConfigurationSet: true },
  'quota-used-up': { dailyQuota: 0 },
} as const satisfies Record<string, SesAccount>;

const DAILY_QUOTA = 50_000;
const SANDBOX_QUOTA = 200;

export const dailyQuota = ({ isInSandbox, dailyQuota: given }: SesAccount): number =>
  given ?? (isInSandbox ? SANDBOX_QUOTA : DAILY_QUOTA);

/** @throws as SES answers every call with such credentials */
export function checkCredentials({ credentials }: SesAccount): void {
  if (credentials === 'expired')
    throw new AwsError(403, 'ExpiredToken', 'The security token included in the request is expired');
}

interface Email {
  from: string;
  to: readonly string[];
  configurationSet: string | null;
}

/** @throws as SES rejects an email of this account, with its codes and in its own words */
export function checkEmail(
  account: SesAccount,
  { from, to, configurationSet }: Email,
  sentToday: number,
): void {
  const identities = account.identities ?? [account.isInSandbox ? from : domainOf(from)];
  const isVerified = (address: string) =>
    identities.includes(address) || identities.includes(domainOf(address));
  checkCredentials(account);
  if (account.credentials === 'without-rights')
    throw new AwsError(
      403,
      'AccessDenied',
      `User \`arn:aws:sts::000000000000:assumed-role/sender/local' is not authorized to perform \`ses:SendRawEmail' on resource \`arn:aws:ses:ap-southeast-1:000000000000:identity/${domainOf(from)}'`,
    );
  if (account.hasNoConfigurationSet && configurationSet !== null)
    throw new AwsError(
      400,
      'ConfigurationSetDoesNotExist',
      `Configuration set <${configurationSet}> does not exist.`,
    );
  if (account.pausedBy === 'owner')
    throw new AwsError(
      400,
      'AccountSendingPausedException',
      'Email sending is disabled for the account 000000000000.',
    );
  if (account.pausedBy === 'aws')
    throw new AwsError(
      400,
      'MessageRejected',
      'Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.',
    );
  const unverified = [from, ...(account.isInSandbox ? to : [])].filter((address) => !isVerified(address));
  if (unverified.length > 0)
    throw new AwsError(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region AP-SOUTHEAST-1: ${unverified.join(', ')}`,
    );
  if (account.isMailFromUnverified)
    throw new AwsError(400, 'MailFromDomainNotVerifiedException', 'The MAIL FROM domain is not verified.');
  if (sentToday + to.length > dailyQuota(account))
    throw new AwsError(400, 'Throttling', 'Daily message quota exceeded.');
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
