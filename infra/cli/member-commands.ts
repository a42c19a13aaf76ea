import { writeFile } from 'node:fs/promises';
import { MEMBER_CATEGORIES, MEMBER_STATES, MEMBERSHIP_STATUSES, MEMBERSHIP_TYPES } from '#shared/choices';
import type { Command } from './command.ts';
import { amount, day, type Given, oneOf, oneOfOrNone, optional, wanted } from './options.ts';

const ENTRIES = 50;

const reason = (given: Given) => wanted(given, 'reason');
const wish = (given: Given) => ({
  type: oneOf(given, 'type', MEMBERSHIP_TYPES),
  startDate: day(given, 'start'),
  endDate: day(given, 'end'),
});
const filter = (given: Given) => ({
  search: given.name,
  status: oneOfOrNone(given, 'status', MEMBERSHIP_STATUSES),
  category: oneOfOrNone(given, 'category', MEMBER_CATEGORIES),
  state: oneOfOrNone(given, 'state', MEMBER_STATES),
});

/** The members desk for who has no screen: the same use cases, with the operator as the one who does it. */
export const memberCommands: Readonly<Record<string, Command>> = {
  members: {
    takes: '[TEXT] [--status S] [--category C] [--state S]',
    nameIsOptional: true,
    does: 'lists who fits: a part of name, username, membership ID or address',
    run: async (operator, given) => {
      const found = await operator.search(filter(given));
      const lines = found.map(({ uid, username, email, status, category, activeUntil }) =>
        [uid, username, email, category, status, activeUntil].join('  '),
      );
      return [...lines, `${found.length} found.`].join('\n');
    },
  },
  member: {
    does: 'shows all that is kept of a member, as JSON; terms are named by "endDate#id"',
    run: async (operator, { name }) => JSON.stringify(await operator.open(name), null, 2),
  },
  'grant-term': {
    takes: '--type T --start DAY --end DAY --reason TEXT',
    does: 'gives a term that nobody paid; it ends on a 1 January',
    run: async (operator, given) =>
      (await operator.grantTerm(given.name, wish(given), reason(given))) === 'granted'
        ? `${given.name} has the term now.`
        : `${given.name} has this term already.`,
  },
  'correct-term': {
    takes: '--term TERM --type T --start DAY --end DAY --reason TEXT',
    does: 'puts a right record in the place of a wrong one, which stays to be seen',
    run: async (operator, given) => {
      await operator.correctTerm(given.name, wanted(given, 'term'), wish(given), reason(given));
      return `The term of ${given.name} is corrected.`;
    },
  },
  'void-term': {
    takes: '--term TERM --reason TEXT',
    does: 'takes a record out of the terms; it stays to be seen',
    run: async (operator, given) => {
      await operator.voidTerm(given.name, wanted(given, 'term'), reason(given));
      return `The term of ${given.name} is void.`;
    },
  },
  'bank-transfer': {
    takes: '--type T --amount HKD --date DAY --reference TEXT --reason TEXT',
    does: 'records money on the account as a payment of the fee',
    run: async (operator, given) => {
      const result = await operator.recordBankTransfer(
        given.name,
        {
          type: oneOf(given, 'type', MEMBERSHIP_TYPES),
          amountMinorUnits: amount(given),
          date: day(given, 'date'),
          reference: wanted(given, 'reference'),
        },
        reason(given),
      );
      return result.outcome === 'fulfilled'
        ? `${given.name} is a member until ${result.validUntil}.`
        : `${given.name} is a year ahead: the payment waits on the treasurer's list.`;
    },
  },
  'set-category': {
    takes: '--category C --reason TEXT',
    does: `sets the category: ${MEMBER_CATEGORIES.join(', ')}`,
    run: async (operator, given) => {
      await operator.setCategory(given.name, oneOf(given, 'category', MEMBER_CATEGORIES), reason(given));
      return `${given.name} is in the category ${optional(given, 'category')} now.`;
    },
  },
  'add-conference-record': {
    takes: '--conference TEXT [--venue TEXT] [--date TEXT] [--link URL] --reason TEXT',
    does: "adds to the member's conference history",
    run: async (operator, given) => {
      const attendance = {
        name: wanted(given, 'conference'),
        venue: optional(given, 'venue'),
        date: optional(given, 'date'),
        link: optional(given, 'link'),
      };
      const result = await operator.addConferenceRecord(given.name, attendance, reason(given));
      return result === 'added' ? `${given.name} has the record now.` : `${given.name} has it already.`;
    },
  },
  'remove-conference-record': {
    takes: '--id ID --reason TEXT',
    does: "takes a record out of the member's conference history",
    run: async (operator, given) => {
      await operator.removeConferenceRecord(given.name, wanted(given, 'id'), reason(given));
      return `The record of ${given.name} is gone.`;
    },
  },
  'export-members': {
    takesName: 'FILE',
    takes: '[--status S] [--category C] [--state S]',
    does: 'writes a CSV file that a spreadsheet can open safely',
    run: async (operator, given) => {
      const { csv } = await operator.exportMembers({ ...filter(given), search: '' });
      await writeFile(given.name, `\ufeff${csv}`);
      return `Written to ${given.name}.`;
    },
  },
  audit: {
    takes: '[--month YYYY-MM] [--json]',
    takesName: '[NAME]',
    nameIsOptional: true,
    does: 'prints the latest entries of the log, of all or of one member',
    run: async (operator, given) => {
      const month = optional(given, 'month') || new Date().toISOString().slice(0, 7);
      const { entries } = given.name
        ? await operator.history(given.name, ENTRIES)
        : await operator.auditOf(month, ENTRIES);
      if (given.options['json']) return JSON.stringify(entries, null, 2);
      return entries
        .map(({ at, actor, action, about, reason: why, details }) =>
          [
            at,
            actor.by === 'person' ? actor.username : actor.by,
            action,
            about ?? '-',
            why,
            JSON.stringify(details),
          ]
            .filter(Boolean)
            .join('  '),
        )
        .join('\n');
    },
  },
};
