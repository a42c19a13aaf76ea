import type { Command } from 'commander';
import { addCommand, type CliContext, type Reason, requiredReason } from './command.ts';

/** Who may log in, and as what. */
export function addAccountCommands(program: Command, context: CliContext): void {
  addCommand(program, context, {
    usage: 'grant-admin <NAME>',
    description: 'Make a member an administrator.',
    run: async ({ argument: name, withData }) => {
      await withData((operator) => operator.grantAdmin(name));
      return `${name} is now an administrator.`;
    },
  });
  addCommand(program, context, {
    usage: 'revoke-admin <NAME>',
    description: 'Remove administrator rights from a member.',
    run: async ({ argument: name, withData }) => {
      await withData((operator) => operator.revokeAdmin(name));
      return `${name} is no longer an administrator.`;
    },
  });
  addCommand<Reason>(program, context, {
    usage: 'disable <NAME>',
    description: 'Disable an account and log it out on all devices.',
    options: [requiredReason()],
    run: async ({ argument: name, options: { reason }, withData }) => {
      await withData((operator) => operator.disable(name, reason));
      return `${name} can no longer log in.`;
    },
  });
  addCommand<Reason>(program, context, {
    usage: 'enable <NAME>',
    description: 'Enable a disabled account.',
    options: [requiredReason()],
    run: async ({ argument: name, options: { reason }, withData }) => {
      await withData((operator) => operator.enable(name, reason));
      return `${name} can log in again.`;
    },
  });
  addCommand<Reason>(program, context, {
    usage: 'reset-second-factor <NAME>',
    description:
      'Turn off two-step verification for a member who lost the phone and the recovery codes, and log the account out on all devices.',
    options: [requiredReason()],
    run: async ({ argument: name, options: { reason }, withData }) => {
      await withData((operator) => operator.resetSecondFactor(name, reason));
      return `${name} can now log in with the password alone. We sent an email about it.`;
    },
  });
}
