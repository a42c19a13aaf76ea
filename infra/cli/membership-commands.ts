import type { Command } from 'commander';
import { MEMBERSHIP_TYPES, type MembershipType } from '#shared/choices';
import { Homepage } from '#shared/fields';
import {
  addOperatorCommand,
  type CliContext,
  choiceOption,
  dateOption,
  fieldOption,
  type Reason,
  reasonOption,
  required,
  textOption,
} from './options.ts';

interface Period {
  type: MembershipType;
  start: string;
  end: string;
}

const periodOptions = () => [
  required(choiceOption('type', MEMBERSHIP_TYPES, 'the type of membership')),
  required(dateOption('start', 'the first day')),
  required(dateOption('end', 'a 1 January')),
];
const termOption = () =>
  required(textOption('term', { placeholder: 'ID', description: '"endDate#id", as "member NAME" shows it' }));
const toTerm = ({ type, start, end }: Period) => ({ type, startDate: start, endDate: end });

/** Membership periods, and the conferences that a member attended. */
export function addMembershipCommands(program: Command, context: CliContext): void {
  addTermCommands(program, context);
  addConferenceCommands(program, context);
}

function addTermCommands(program: Command, context: CliContext): void {
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
      text('date', 'when it was, for example "5-8 October 2026"'),
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
