import { SESServiceException } from '@aws-sdk/client-ses';
import type { SenderProblem, SendResult } from './mailer.ts';

/** About one email, its address or its content (errors of SendRawEmail and common errors, SES API 2010-12-01). */
const EMAIL_ERRORS = /^(InvalidParameterValue|ValidationError)(Exception)?$/;
/** The same with the code `MessageRejected`, which SES has for the account's own problems too. */
const EMAIL_MESSAGES = /blacklisted|suppression list/i;

/**
 * What an error of a call says about its email. Only a reply of SES itself below 500, or a missing connection, proves that it was
 * not sent. A rejection that is not known to be about this one email is about the sender: it must cost no email.
 */
export function resultOfError(cause: unknown, from: string): SendResult {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'Unknown error';
  if (!(cause instanceof SESServiceException)) {
    // The SDK found none to sign with.
    if (cause instanceof Error && cause.name === 'CredentialsProviderError')
      return { outcome: 'sender-rejected', problem: 'no-rights', reason };
    return { outcome: isWithoutConnection(cause) ? 'unreached' : 'in-doubt', reason };
  }
  const status = cause.$metadata.httpStatusCode ?? 500;
  if (/daily message quota/i.test(reason))
    return { outcome: 'sender-rejected', problem: 'quota-used-up', reason };
  if (status === 429 || /throttl|rate exceeded/i.test(reason)) return { outcome: 'throttled', reason };
  if (status >= 500) return { outcome: 'in-doubt', reason };
  if (EMAIL_ERRORS.test(cause.name) || EMAIL_MESSAGES.test(cause.message))
    return { outcome: 'rejected', reason };
  return { outcome: 'sender-rejected', problem: senderProblem(cause, status, from), reason };
}

function senderProblem({ name, message }: Error, status: number, from: string): SenderProblem {
  if (/^MailFromDomainNotVerified/.test(name)) return 'unverified-identity';
  if (/^ConfigurationSet/.test(name)) return 'configuration-set';
  if (/^AccountSendingPaused/.test(name) || /paused|suspended|disabled/i.test(message))
    return 'account-paused';
  if (/not verified/i.test(message)) {
    // The message names the identities: the sender's address or, in the sandbox, the recipient's.
    const [sender = from] = /[^<\s]+@[^>\s]+/.exec(from) ?? [];
    return message.split(/[\s,<>]+/).includes(sender) ? 'unverified-identity' : 'sandbox';
  }
  // Some of these errors come with 400.
  const isAboutRights = status === 403 || /AccessDenied|NotAuthorized|Expired|Token|Signature/.test(name);
  return isAboutRights ? 'no-rights' : 'other';
}

/** An unknown host, a refused connection, or `connectionTimeout`, which has no error code of its own. */
function isWithoutConnection(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isWithoutConnection);
  if (!(cause instanceof Error)) return false;
  const isRefused = 'syscall' in cause && (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo');
  return isRefused || cause.message.includes('did not establish a connection');
}
