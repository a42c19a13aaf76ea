import type { Operator } from '../../functions/wire/operator.ts';
import { treasurerCommands } from './treasurer.ts';

interface Command {
  /** For the list of commands. */
  readonly does: string;
  readonly run: (operator: Operator, username: string) => Promise<unknown>;
  readonly says: (username: string) => string;
}

/** What an operator can have done; each takes the username of a member. */
export const commands: Readonly<Record<string, Command>> = {
  'grant-admin': {
    does: 'makes the member an administrator',
    run: (operator, username) => operator.grantAdmin(username),
    says: (username) => `${username} is an administrator now.`,
  },
  'revoke-admin': {
    does: 'makes the administrator a member like others',
    run: (operator, username) => operator.revokeAdmin(username),
    says: (username) => `${username} is no administrator now.`,
  },
  disable: {
    does: 'ends every session of the account and lets nobody sign in to it',
    run: (operator, username) => operator.disable(username),
    says: (username) => `${username} can no longer sign in.`,
  },
  enable: {
    does: 'lets the account be used again',
    run: (operator, username) => operator.enable(username),
    says: (username) => `${username} can sign in again.`,
  },
  'verify-email': {
    does: "takes the member's e-mail address as proven, without the code that was sent to it",
    run: (operator, username) => operator.verifyEmail(username),
    says: (username) => `The address of ${username} counts as verified now.`,
  },
};

/** Takes no username. */
export const archiveCommand = 'new-archive-password';

/** Takes two days instead. */
export const rehearsalCommand = 'rehearse';

export const usage = [
  'Usage: npm run ops -- <command> NAME [--stage STAGE]',
  '',
  ...Object.entries(commands).map(([name, { does }]) => `  ${`${name} NAME`.padEnd(18)}  ${does}`),
  `  ${archiveCommand}  makes a password for the archive and the hash that its secret takes`,
  ...Object.entries(treasurerCommands).map(
    ([name, { takes, does }]) => `  ${`${name} ${takes}`.padEnd(18)}  ${does}`,
  ),
  `  ${`${rehearsalCommand} --from DAY --to DAY [--json]`.padEnd(18)}`,
  `  ${''.padEnd(18)}  runs these days' reminders on a copy: who gets what when, who lapses, and what it costs`,
  '',
  "NAME is a username. Without --stage the data of this machine's product are meant (DATA_DIR), whether it runs or not;",
  'with it a deployed stage, reached with the credentials that the AWS command line would use.',
].join('\n');
