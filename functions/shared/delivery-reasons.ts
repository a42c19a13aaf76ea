import { exclusionReasonNames } from './choices.ts';

/** What a mail provider says of a spam report: the feedback types of RFC 5965, section 7.3, and of SES. */
const spamReports = {
  abuse: 'Reported as unwanted',
  'auth-failure': 'Reported as forged: the authentication of the email failed',
  fraud: 'Reported as fraud or phishing',
  'not-spam': 'Reported as not spam',
  other: 'Reported without a type',
  virus: 'Reported as a virus',
};

const reasons: Readonly<Record<string, string>> = { ...exclusionReasonNames, ...spamReports };

/**
 * Why an address did not get an email, or what its mail provider reported. Our own reasons and spam reports as text; any
 * other is the reply of the recipient's mail server.
 */
export const reasonText = (reason: string): string => reasons[reason] ?? reason;
