import { envNames } from '#shared/deployment';
import { paymentLinks } from '../../../infra/local/emulators/stripe-payments.ts';
import { WEBHOOK_SECRET } from './checkout.ts';

/** Long enough for every secret. */
const SECRET = 'secret-of-the-tests-0123456789-0123456789-0123456789';

/** The environment variables of the API, except the table's name and those of AWS. No other service can be reached. */
export const apiEnvironment = {
  [envNames.siteUrl]: 'https://www.example.org',
  [envNames.tokenKeys]: JSON.stringify({ current: SECRET }),
  [envNames.passwordPepper]: SECRET,
  [envNames.secondFactor]: 'optional',
  [envNames.originSecret]: SECRET,
  [envNames.filesBucket]: 'files',
  [envNames.mailBucket]: 'mail',
  [envNames.imageBucket]: 'images',
  [envNames.mailKey]: SECRET,
  [envNames.campaignQueueUrl]: 'http://127.0.0.1:1/000000000000/campaigns',
  [envNames.campaignQueueArn]: 'arn:aws:sqs:ap-southeast-1:000000000000:campaigns',
  [envNames.importQueueUrl]: 'http://127.0.0.1:1/000000000000/imports',
  [envNames.scheduleGroup]: 'campaigns',
  [envNames.scheduleRoleArn]: 'arn:aws:iam::000000000000:role/scheduler',
  [envNames.archivePasswordHash]: '',
  [envNames.stripeKey]: 'sk_test_local',
  [envNames.stripeWebhookSecret]: WEBHOOK_SECRET,
  [envNames.stripeApi]: 'http://127.0.0.1:1',
  [envNames.paymentLinks]: JSON.stringify(
    paymentLinks.map((link) => ({ ...link, url: `https://pay.example/${link.type}` })),
  ),
};

export const originSecret = SECRET;
