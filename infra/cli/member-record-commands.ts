import type { Command } from 'commander';
import { NOTE_CHARACTERS } from '#contract/member-records';
import { deliveryStatusNames } from '#shared/choices';
import { formatTimestamp } from '#shared/hong-kong';
import { listing } from './listing.ts';
import {
  addOperatorCommand,
  afterEmailOption,
  type CliContext,
  jsonOption,
  required,
  textOption,
} from './options.ts';

const EMAILS_PER_PAGE = 50;

/** The emails that a member got, and what administrators wrote about the member. */
export function addMemberRecordCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'member-emails <NAME>',
    description:
      'List the emails to a member and what became of them, the latest first: emails to members for 13 months, codes and notices for 180 days.',
    options: [afterEmailOption(), jsonOption()],
    run: async (operator, name, { after, json }: { after?: string; json?: true }, line) =>
      listing(await operator.listMemberEmails(name, EMAILS_PER_PAGE, after), {
        json,
        none: 'No emails.',
        cells: ({ id, at, address, state, subject, detail }) => [
          id,
          formatTimestamp(at),
          address,
          deliveryStatusNames[state],
          subject,
          detail,
        ],
        more: (cursor) => line('member-emails', name, '--after', cursor),
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'notes <NAME>',
    description: 'List the notes on a member, the latest first.',
    options: [jsonOption()],
    run: async (operator, name, { json }: { json?: true }) =>
      listing(await operator.listNotes(name), {
        json,
        none: 'No notes.',
        cells: ({ id, at, author, text }) => [
          id,
          formatTimestamp(at),
          `${author}\n  ${text.replaceAll('\n', '\n  ')}`,
        ],
      }),
  });
  addOperatorCommand(program, context, {
    usage: 'add-note <NAME>',
    description:
      'Add a note on a member, for administrators. The member can read notes in their data export.',
    options: [
      required(
        textOption('text', { placeholder: 'TEXT', description: 'what the note says' }, NOTE_CHARACTERS),
      ),
    ],
    run: async (operator, name, { text }: { text: string }) => {
      await operator.addNote(name, text);
      return `Note on ${name} added.`;
    },
  });
  addOperatorCommand(program, context, {
    usage: 'delete-note <NAME>',
    description: 'Delete a note on a member.',
    options: [required(textOption('id', { placeholder: 'ID', description: 'as "notes NAME" shows it' }))],
    run: async (operator, name, { id }: { id: string }) => {
      await operator.deleteNote(name, id);
      return `Note on ${name} deleted.`;
    },
  });
}
