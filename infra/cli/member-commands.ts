import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  MEMBER_CATEGORIES,
  MEMBER_STATES,
  MEMBERSHIP_STATUSES,
  MEMBERSHIP_TYPES,
  type MemberCategory,
  type MemberState,
  type MembershipStatus,
  type MembershipType,
} from '#shared/choices';
import { EXPORT_COLUMN_NAMES } from '#shared/export-columns';
import { Country, EmailAddress, Homepage, NewUsername } from '#shared/fields';
import { formatTimestamp, hongKongDate, monthOf } from '#shared/hong-kong';
import { StartupError } from '../local/disk/errors.ts';
import {
  addOperatorCommand,
  type CliContext,
  choiceOption,
  dateOption,
  fieldOption,
  flagOption,
  jsonOption,
  reasonOption,
  required,
  textOption,
} from './options.ts';

const MAX_ENTRIES = 50;

interface Reason {
  reason: string;
}
interface Filter {
  status?: MembershipStatus;
  category?: MemberCategory;
  state?: MemberState;
  type?: MembershipType;
  validUntil?: string;
  country?: string;
}
interface AuditFilter {
  by?: string;
  action?: AuditAction;
}
interface Period {
  type: MembershipType;
  start: string;
  end: string;
}

const typeOption = () => required(choiceOption('type', MEMBERSHIP_TYPES, 'the type of membership'));
const periodOptions = () => [
  typeOption(),
  required(dateOption('start', 'the first day')),
  required(dateOption('end', 'a 1 January')),
];
const termOption = () =>
  required(textOption('term', { placeholder: 'ID', description: '"endDate#id", as "member NAME" shows it' }));
const filterOptions = () => [
  choiceOption('status', MEMBERSHIP_STATUSES, 'only this status'),
  choiceOption('category', MEMBER_CATEGORIES, 'only this category'),
  choiceOption('state', MEMBER_STATES, 'only this state of the account'),
  choiceOption('type', MEMBERSHIP_TYPES, 'only this type of membership'),
  dateOption('valid-until', 'only memberships that end on this day'),
  textOption('country', { placeholder: 'NAME', description: 'only this country' }),
];
const toTerm = ({ type, start, end }: Period) => ({ type, startDate: start, endDate: end });
const toFilter = (search: string, { status, category, state, type, validUntil, country }: Filter) => ({
  search,
  status,
  category,
  state,
  type,
  activeUntil: validUntil,
  country,
});
const countMembers = (count: number) => (count === 1 ? '1 member found.' : `${count} members found.`);

/** The administrators' actions under Members, for an operator without a browser. */
export function addMemberCommands(program: Command, context: CliContext): void {
  addNewMemberCommand(program, context);
  addAccountCommands(program, context);
  addMembershipCommands(program, context);
  addConferenceCommands(program, context);
  addListCommands(program, context);
}

function addAccountCommands(program: Command, context: CliContext): void {
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
    run: async (operator, name) => {
      await operator.markEmailVerified(name);
      return `The email address of ${name} is now verified.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'set-category <NAME>',
    description: `Change a member's category. Categories: ${MEMBER_CATEGORIES.join(', ')}.`,
    options: [required(choiceOption('category', MEMBER_CATEGORIES, 'the new category')), reasonOption()],
    run: async (operator, name, { category, reason }: Reason & { category: MemberCategory }) => {
      await operator.setCategory(name, category, reason);
      return `Category of ${name} is now ${category}.`;
    },
  });
}

interface NewMember extends Reason {
  firstName: string;
  lastName: string;
  username?: string;
  category?: MemberCategory;
  affiliation?: string;
  country?: string;
  verified?: true;
  invite?: true;
}

function addNewMemberCommand(program: Command, context: CliContext): void {
  const text = (name: string, description: string) => textOption(name, { placeholder: 'TEXT', description });
  addOperatorCommand(program, context, {
    usage: 'add-member <EMAIL>',
    description: 'Add a member, who sets the first password with "Forgot password".',
    options: [
      required(text('first-name', 'given name')),
      required(text('last-name', 'family name')),
      fieldOption('username', NewUsername, {
        placeholder: 'NAME',
        description: 'without it, the part of the address before the @',
        sentence: 'a username without @',
      }),
      choiceOption('category', MEMBER_CATEGORIES, 'by default ordinary'),
      text('affiliation', 'university, institute or company'),
      fieldOption('country', Country, {
        placeholder: 'NAME',
        description: 'country or region, as the website lists it',
        sentence: 'a country or region of the list, for example Japan',
      }),
      flagOption('verified', 'the address is known to be good; --reason says how'),
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
}

function addMembershipCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'grant-term <NAME>',
    description: 'Grant a membership period without payment. It must end on 1 January.',
    options: [...periodOptions(), reasonOption()],
    run: async (operator, name, { reason, ...period }: Reason & Period) =>
      (await operator.grantTerm(name, toTerm(period), reason)) === 'granted'
        ? `Membership period granted to ${name}.`
        : `${name} already has this membership period.`,
  });
  addOperatorCommand(program, context, {
    usage: 'correct-term <NAME>',
    description: 'Replace a wrong membership period with a correct one. The old one stays visible as voided.',
    options: [termOption(), ...periodOptions(), reasonOption()],
    run: async (operator, name, { term, reason, ...period }: Reason & Period & { term: string }) => {
      await operator.correctTerm(name, term, toTerm(period), reason);
      return `Membership period of ${name} corrected.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'void-term <NAME>',
    description: 'Void a membership period. It stays visible as voided.',
    options: [termOption(), reasonOption()],
    run: async (operator, name, { term, reason }: Reason & { term: string }) => {
      await operator.voidTerm(name, term, reason);
      return `Membership period of ${name} voided.`;
    },
  });
}

function addConferenceCommands(program: Command, context: CliContext): void {
  const text = (name: string, description: string) => textOption(name, { placeholder: 'TEXT', description });
  addOperatorCommand(program, context, {
    usage: 'add-conference-record <NAME>',
    description: "Add a conference to a member's history.",
    options: [
      required(text('conference', 'the name of the conference')),
      text('venue', 'where it was'),
      text('date', 'when it was, as people write it'),
      fieldOption('link', Homepage, {
        placeholder: 'URL',
        description: 'its website',
        sentence: 'an address that begins with https:// or http://',
      }),
      reasonOption(),
    ],
    run: async (
      operator,
      name,
      {
        conference,
        venue = '',
        date = '',
        link = '',
        reason,
      }: Reason & { conference: string; venue?: string; date?: string; link?: string },
    ) => {
      const attendance = { name: conference, venue, date, link };
      const result = await operator.addConferenceRecord(name, attendance, reason);
      return result === 'added' ? `Conference added to ${name}.` : `${name} already has this conference.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'remove-conference-record <NAME>',
    description: "Remove a conference from a member's history.",
    options: [
      required(textOption('id', { placeholder: 'ID', description: 'as "member NAME" shows it' })),
      reasonOption(),
    ],
    run: async (operator, name, { id, reason }: Reason & { id: string }) => {
      await operator.removeConferenceRecord(name, id, reason);
      return `Conference removed from ${name}.`;
    },
  });
}

function addListCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'members [TEXT]',
    description:
      'List members. TEXT matches part of a name, username, membership ID, email or affiliation, without accents.',
    options: filterOptions(),
    run: async (operator, text, filter: Filter) => {
      const found = await operator.searchMembers(toFilter(text, filter));
      const lines = found.map(({ uid, username, email, status, category, activeUntil }) =>
        [uid, username, email, category, status, activeUntil].join('  '),
      );
      return [...lines, countMembers(found.length)].join('\n');
    },
  });
  addOperatorCommand(program, context, {
    usage: 'member <NAME>',
    description: 'Show all data about a member as JSON. Membership periods are named "endDate#id".',
    run: async (operator, name) => JSON.stringify(await operator.viewMember(name), null, 2),
  });
  addOperatorCommand(program, context, {
    usage: 'export-members <FILE>',
    description: 'Export members to a CSV file that is safe to open in a spreadsheet.',
    options: [
      ...filterOptions(),
      dateOption('active-on', 'only members whose membership covered this day'),
      flagOption('all-columns', 'every column, not only those of the list'),
    ],
    run: async (
      operator,
      file,
      { activeOn, allColumns, ...filter }: Filter & { activeOn?: string; allColumns?: true },
    ) => {
      const columns = allColumns ? EXPORT_COLUMN_NAMES : [];
      const { csv } = await operator.exportMembers({ ...toFilter('', filter), activeOn, columns });
      await writeFile(file, `\ufeff${csv}`);
      return `Members exported to ${file}.`;
    },
  });
  const monthOption = fieldOption('month', z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), {
    placeholder: 'YYYY-MM',
    description: 'the month of all entries, in Hong Kong; the running one by default',
    sentence: 'a month (YYYY-MM)',
  });
  addOperatorCommand(program, context, {
    usage: 'audit [NAME]',
    description: 'Show the latest audit log entries, for all members or for one. Times are in Hong Kong.',
    options: [
      monthOption,
      textOption('by', {
        placeholder: 'ACTOR',
        description:
          "without NAME: only entries by an administrator's username, or operator, member, anonymous",
      }),
      fieldOption('action', z.enum(AUDIT_ACTIONS), {
        placeholder: 'ACTION',
        description: 'without NAME: only this action, as the entries show it',
        sentence: 'an action, as the entries show it',
      }),
      jsonOption(),
    ],
    run: async (
      operator,
      name,
      { month, json, ...filter }: AuditFilter & { month?: string; json?: true },
    ) => {
      const { entries } = name
        ? await operator.listHistory(name, MAX_ENTRIES)
        : await operator.listAudit(month ?? monthOf(hongKongDate(new Date())), MAX_ENTRIES, filter);
      if (json) return JSON.stringify(entries, null, 2);
      if (entries.length === 0) return 'No entries.';
      return entries
        .map(({ at, actor, action, about, reason, details }) =>
          [
            formatTimestamp(at),
            actor.by === 'person' ? actor.username : actor.by,
            action,
            about ?? '-',
            reason,
            JSON.stringify(details),
          ]
            .filter(Boolean)
            .join('  '),
        )
        .join('\n');
    },
  });
}
