import { Agent } from 'node:http';
import { Socket } from 'node:net';
import { SESClient, SESServiceException } from '@aws-sdk/client-ses';
import { describe, expect, it } from 'vitest';
import { resultOfError, sesMailer } from '../../../functions/platform/ses.ts';

Object.assign(process.env, { AWS_REGION: 'ap-east-1', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' });

const FROM = 'Asia Graphics Association <no-reply@example.org>';
const mail = {
  id: '1',
  to: 'teapot@example.org',
  subject: 'Tea',
  html: '<p>It is ready</p>',
  text: 'Tea',
};
const sendThrough = (client: SESClient) => sesMailer({ from: FROM }, client).send(mail);

const unverified = 'Email address is not verified. The following identities failed the check in region X: ';

it.each([
  [400, 'MessageRejected', `${unverified}${FROM}`, 'unverified-identity'],
  [400, 'MessageRejected', `${unverified}teapot@example.org, no-reply@example.org`, 'unverified-identity'],
  [400, 'MessageRejected', `${unverified}teapot@example.org`, 'sandbox'],
  [400, 'MessageRejected', 'Sending paused for this account. For more information …', 'account-paused'],
  [400, 'ConfigurationSetDoesNotExist', 'Configuration set <a> does not exist.', 'configuration-set'],
  [403, 'AccessDenied', 'User is not authorized to perform ses:SendRawEmail', 'no-rights'],
  [400, 'ExpiredToken', 'The security token included in the request is expired', 'no-rights'],
  [400, 'Throttling', 'Daily message quota exceeded.', 'quota-used-up'],
  [400, 'SomethingNew', '', 'other'],
  [400, 'MessageRejected', 'Address blacklisted.', 'rejected'],
  [400, 'Throttling', 'Maximum sending rate exceeded.', 'throttled'],
  [503, 'ServiceUnavailable', '', 'in-doubt'],
])(
  '%i %s, "%s", is about the sender alone unless it is known to be otherwise: %s',
  (status, name, message, is) => {
    const $metadata = { httpStatusCode: status };
    const error = new SESServiceException({ name, message, $fault: 'client', $metadata });
    const { outcome, ...details } = resultOfError(error, FROM);
    expect(outcome === 'sender-rejected' ? details : { problem: outcome }).toMatchObject({ problem: is });
  },
);

describe('an email without a reply', () => {
  it('was certainly not sent if no connection was made in time', async () => {
    // As to an address whose packets are dropped on the way.
    const connecting = () => Object.assign(new Socket(), { connecting: true });
    const httpAgent = Object.assign(new Agent(), { createConnection: connecting });
    const requestHandler = { connectionTimeout: 50, httpAgent };
    const client = new SESClient({ endpoint: 'http://127.0.0.1:1', maxAttempts: 1, requestHandler });
    const reason = expect.stringContaining('within the configured timeout of 50 ms');
    expect(await sendThrough(client)).toMatchObject({ outcome: 'unreached', reason });
  });
});
