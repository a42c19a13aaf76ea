import type { SenderProblem } from '../../../functions/platform/mailer.ts';
import { type SesAccount, sesAccounts } from '../../../infra/local/emulators/ses-account.ts';

const { ready: _, ...others } = sesAccounts;

const problems: Record<keyof typeof others, SenderProblem> = {
  'unverified-identity': 'unverified-identity',
  'unverified-mail-from': 'unverified-identity',
  paused: 'account-paused',
  'paused-by-aws': 'account-paused',
  'no-rights': 'no-rights',
  'expired-credentials': 'no-rights',
  'no-configuration-set': 'configuration-set',
  'quota-used-up': 'quota-used-up',
  sandbox: 'sandbox',
};

/** Every account at the emulator of SES that may not send to the tests' members, with the problem that it shows. */
export const rejectingAccounts = Object.entries(problems).map(
  ([name, problem]): [name: string, SesAccount, SenderProblem] => [
    name,
    Object.entries<SesAccount>(others).find(([other]) => other === name)?.[1] ?? {},
    problem,
  ],
);
