import type { Command } from 'commander';
import { Uid } from '#shared/fields';
import { StartupError } from '../local/disk/errors.ts';
import {
  addOperatorCommand,
  type CliContext,
  fieldOption,
  type Reason,
  reasonOption,
  required,
} from './options.ts';

/** Who may log in, and as what. */
export function addAccountCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'grant-admin <NAME>',
    description: 'Make a member an administrator.',
    run: async (operator, name) => {
      await operator.grantAdmin(name);
      return `${name} is now an administrator.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'revoke-admin <NAME>',
    description: 'Remove administrator rights from a member.',
    run: async (operator, name) => {
      await operator.revokeAdmin(name);
      return `${name} is no longer an administrator.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'disable <NAME>',
    description: 'Disable an account and log it out on all devices.',
    options: [reasonOption()],
    run: async (operator, name, { reason }: Reason) => {
      await operator.disable(name, reason);
      return `${name} can no longer log in.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'enable <NAME>',
    description: 'Enable a disabled account.',
    options: [reasonOption()],
    run: async (operator, name, { reason }: Reason) => {
      await operator.enable(name, reason);
      return `${name} can log in again.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'reset-second-factor <NAME>',
    description:
      'Turn off two-step verification for a member who lost the phone and the recovery codes, and log the account out on all devices.',
    options: [reasonOption()],
    run: async (operator, name, { reason }: Reason) => {
      await operator.resetSecondFactor(name, reason);
      return `${name} can now log in with the password alone. We sent an email about it.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'verify-email <NAME>',
    description: "Mark a member's email address as verified, without a code.",
    options: [reasonOption('how you know that it works, for the audit log')],
    run: async (operator, name, { reason }: Reason) => {
      await operator.markEmailVerified(name, reason);
      return `The email address of ${name} is now verified.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'invite-member <NAME>',
    description: 'Send an invitation to a member who has no password yet.',
    options: [reasonOption()],
    run: async (operator, name, { reason }: Reason) => {
      await operator.inviteMember(name, reason);
      return `The invitation to ${name} is sent within a minute.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'delete-member <NAME>',
    description:
      "Delete an account at the member's request. Receipts and payments stay, without the name. This can't be undone.",
    options: [
      required(
        fieldOption('membership-id', Uid, {
          placeholder: 'ID',
          description: "the member's membership ID, so that no other account is deleted",
          sentence: 'a membership ID (8 digits)',
        }),
      ),
      reasonOption('why, for the audit log and the email to the member'),
    ],
    run: async (operator, name, { membershipId, reason }: Reason & { membershipId: string }, line) => {
      if ((await operator.findMember(name)).uid !== membershipId)
        throw new StartupError(`${name} has another membership ID. Run "${line('member', name)}" to see it.`);
      await operator.deleteMember(name, reason);
      return `The account of ${name} is deleted. We sent an email about it.`;
    },
  });
}
