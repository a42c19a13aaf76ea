import type { SenderProblem } from '../../../functions/platform/mailer.ts';
import { type SesAccount, sesAccounts } from '../../../infra/local/emulators/ses-account.ts';

const { ready: _, sandbox, ...others } = sesAccounts;

const problems: Record<keyof typeof others, SenderProblem> = {
  'unverified-identity': 'unverified-identity',
  'unverified-mail-from': 'unverified-identity',
  paused: 'account-paused',
  'paused-by-aws': 'account-paused',
  'no-rights': 'no-rights',
  'expired-credentials': 'no-rights',
  'no-configuration-set': 'configuration-set',
  'quota-used-up': 'quota-used-up',
};

/** Every account at the emulator of SES that may not send to the tests' members, with the problem that it shows. */
export const rejectingAccounts: [name: string, SesAccount, SenderProblem][] = [
  ...Object.entries(problems).map(([name, problem]): [string, SesAccount, SenderProblem] => [
    name,
    Object.entries<SesAccount>(others).find(([other]) => other === name)?.[1] ?? {},
    problem,
  ]),
  // The members have addresses at the sender's own domain.
  ['sandbox', { ...sandbox, identities: ['no-reply@example.org'] }, 'sandbox'],
];
