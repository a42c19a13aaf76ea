import { envNames } from '#shared/deployment';
import { paymentEnvironment } from './checkout.ts';

/** Long enough for every secret. */
const SECRET = 'secret-of-the-tests-0123456789-0123456789-0123456789';

/** The environment variables of the API, except the table's name and those of AWS. */
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
  ...paymentEnvironment,
};

export const originSecret = SECRET;
