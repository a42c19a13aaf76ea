import type { Command } from 'commander';
import { MEMBER_CATEGORIES, type MemberCategory } from '#shared/choices';
import { EmailAddress, NewUsername } from '#shared/fields';
import { OPS } from '../command-line.ts';
import { StartupError } from '../local/disk/errors.ts';
import {
  addOperatorCommand,
  type CliContext,
  choiceOption,
  fieldOption,
  flagOption,
  type Reason,
  reasonOption,
  required,
} from './options.ts';
import { emailOption, nameOptions, type ProfileOptions, personalOptions } from './profile-options.ts';

interface NewMember extends Omit<ProfileOptions, 'email'>, Reason {
  firstName: string;
  lastName: string;
  username?: string;
  category?: MemberCategory;
  verified?: true;
  invite?: true;
}

/** What the association knows of a member. */
export function addMemberCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'member <NAME>',
    description: 'Show all data about a member as JSON. Membership periods are named "endDate#id".',
    run: async (operator, name) => JSON.stringify(await operator.viewMember(name), null, 2),
  });
  addOperatorCommand(program, context, {
    usage: 'add-member <EMAIL>',
    description: 'Add a member, who sets the first password with "Forgot password".',
    options: [
      ...nameOptions().map(required),
      fieldOption('username', NewUsername, {
        placeholder: 'NAME',
        description: 'without it, the part of the address before the @',
        sentence: 'a username without @',
      }),
      choiceOption('category', MEMBER_CATEGORIES, 'by default ordinary'),
      ...personalOptions(),
      flagOption('verified', 'the address is known to work; give as --reason how you know'),
      flagOption('invite', 'send an invitation'),
      reasonOption(),
    ],
    run: async (
      operator,
      address,
      { username = '', category = 'ordinary', verified, invite, ...given }: NewMember,
    ) => {
      const email = EmailAddress.safeParse(address);
      if (!email.success) throw new StartupError(`"${address}" is not an email address.`);
      const member = await operator.addMember({
        ...given,
        email: email.data,
        username,
        category,
        emailVerified: verified === true,
        isInvited: invite === true,
      });
      const invited = invite ? ' The invitation is sent within a minute.' : '';
      return `${member.username} added with the membership ID ${member.uid}.${invited}`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'edit-member <NAME>',
    description:
      'Change fields of a profile; "" empties a field. The member gets an email. A new address gets an email too and is not verified, and the member is logged out on all devices.',
    options: [emailOption(), ...nameOptions(), ...personalOptions(), reasonOption()],
    run: async (operator, name, { reason, ...edit }: Reason & ProfileOptions) => {
      if (Object.keys(edit).length === 0)
        throw new StartupError(`Name a field to change. Run "${OPS} edit-member --help" for its options.`);
      return (await operator.editMember(name, edit, reason))
        ? `Profile of ${name} changed. We sent an email about it.`
        : `${name} has these details already.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'set-category <NAME>',
    description: "Change a member's category.",
    options: [required(choiceOption('category', MEMBER_CATEGORIES, 'the new category')), reasonOption()],
    run: async (operator, name, { category, reason }: Reason & { category: MemberCategory }) => {
      await operator.setCategory(name, category, reason);
      return `Category of ${name} is now ${category}.`;
    },
  });
}
