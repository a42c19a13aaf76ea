import type { Command } from './command.ts';
import { deskCommands } from './desk-commands.ts';
import { wanted } from './given.ts';
import { importCommands } from './import-commands.ts';
import { treasurerCommands } from './treasurer-commands.ts';

const accountCommands: Readonly<Record<string, Command>> = {
  'grant-admin': {
    does: 'makes the member an administrator',
    run: async (operator, { name }) => {
      await operator.grantAdmin(name);
      return `${name} is an administrator now.`;
    },
  },
  'revoke-admin': {
    does: 'makes the administrator a member like others',
    run: async (operator, { name }) => {
      await operator.revokeAdmin(name);
      return `${name} is no administrator now.`;
    },
  },
  disable: {
    takes: '--reason TEXT',
    does: 'ends every session of the account and lets nobody sign in to it',
    run: async (operator, given) => {
      await operator.disable(given.name, wanted(given, 'reason'));
      return `${given.name} can no longer sign in.`;
    },
  },
  'reset-second-factor': {
    takes: '--reason TEXT',
    does: 'turns off two-step verification for a member who lost it, and ends every session of the account',
    run: async (operator, given) => {
      await operator.resetSecondFactor(given.name, wanted(given, 'reason'));
      return `${given.name} can log in with the password alone now, and was told by email.`;
    },
  },
  'verify-email': {
    does: "takes the member's e-mail address as proven, without the code that was sent to it",
    run: async (operator, { name }) => {
      await operator.verifyEmail(name);
      return `The address of ${name} counts as verified now.`;
    },
  },
  enable: {
    takes: '--reason TEXT',
    does: 'lets the account be used again',
    run: async (operator, given) => {
      await operator.enable(given.name, wanted(given, 'reason'));
      return `${given.name} can sign in again.`;
    },
  },
};

/** What an operator can have done. */
export const commands: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...deskCommands,
  ...importCommands,
  ...treasurerCommands,
};

/** Takes no username. */
export const archiveCommand = 'new-archive-password';

/** Takes a username, an email address or a network, of an account or none. */
export const logHashCommand = 'log-hash';

/** Takes two days instead. */
export const rehearsalCommand = 'rehearse';

const explained = (call: string, does: string) => [`  ${call}`, `      ${does}`];

export const usage = [
  'Usage: npm run ops -- <command> NAME [options] [--stage STAGE]',
  '',
  ...Object.entries(commands).flatMap(([name, { does, takes = '', takesName, nameIsOptional }]) =>
    explained([name, takesName ?? (nameIsOptional ? '' : 'NAME'), takes].filter(Boolean).join(' '), does),
  ),
  ...explained(archiveCommand, 'makes a password for the archive and the hash that its secret takes'),
  ...explained(
    `${logHashCommand} TEXT`,
    'Show what stands in the log for a username, an email address or a network.',
  ),
  ...explained(
    `${rehearsalCommand} --from DAY --to DAY [--json]`,
    "runs these days' reminders on a copy: who gets what when, who lapses, and what it costs",
  ),
  '',
  "NAME is a username. Without --stage the data of this machine's product are meant (DATA_DIR), whether it runs or not;",
  'with it a deployed stage, reached with the credentials that the AWS command line would use.',
].join('\n');
