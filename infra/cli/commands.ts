import type { Command, Description } from './command.ts';
import { dataCommands } from './data-commands.ts';
import { importCommands } from './import-commands.ts';
import { memberCommands } from './member-commands.ts';
import { wanted } from './options.ts';
import { paymentCommands } from './payment-commands.ts';

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
  ...memberCommands,
  ...importCommands,
  ...paymentCommands,
};

export const archiveCommand = 'new-archive-password';
export const logHashCommand = 'log-hash';
export const rehearsalCommand = 'rehearse';

const descriptions: Readonly<Record<string, Description>> = {
  ...commands,
  ...dataCommands,
  [archiveCommand]: {
    takesName: '',
    does: 'Generate an archive password and the hash to store in its secret.',
  },
  [logHashCommand]: {
    takesName: 'TEXT',
    does: 'Show what stands in the log for a username, an email address or a network.',
  },
  [rehearsalCommand]: {
    takesName: '',
    takes: '--from DAY --to DAY [--json]',
    does: 'Preview the reminders for these days on a copy of the data: who gets which email, which memberships end, and the cost.',
  },
};

const callOf = (name: string, { takes = '', takesName, nameIsOptional }: Description): string =>
  [name, takesName ?? (nameIsOptional ? '' : 'NAME'), takes].filter(Boolean).join(' ');

/** Every command takes these. */
const COMMON_OPTIONS = ['stage', 'help'];

/** Throws where there is no such command, or where it does not take one of the options. */
export function checkOptions(name: string, given: readonly string[]): void {
  const description = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
  if (description === undefined) {
    throw new Error(`Unknown command "${name}". Run "npm run ops -- --help" for a list.`);
  }
  const taken = [...(description.takes ?? '').matchAll(/--([\w-]+)/g)].map(([, option]) => option);
  const unknown = given.find((option) => !taken.includes(option) && !COMMON_OPTIONS.includes(option));
  if (unknown !== undefined) {
    throw new Error(`${name} doesn't take --${unknown}. Usage: npm run ops -- ${callOf(name, description)}`);
  }
}

/** The help of one command, or of all. */
export function usageOf(name = ''): string {
  const description = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
  if (description !== undefined) {
    const stage = Object.hasOwn(dataCommands, name) ? '' : ' [--stage STAGE]';
    return [`Usage: npm run ops -- ${callOf(name, description)}${stage}`, '', description.does].join('\n');
  }
  return [
    'Usage: npm run ops -- <command> NAME [options] [--stage STAGE]',
    '',
    ...Object.entries(descriptions).flatMap(([each, described]) => [
      `  ${callOf(each, described)}`,
      `      ${described.does}`,
    ]),
    '',
    'NAME is a username. Without --stage, the command uses the local data (DATA_DIR).',
    'With --stage, it uses a deployed stage and your AWS command line credentials.',
    'Run "npm run ops -- <command> --help" for the help of one command.',
  ].join('\n');
}
