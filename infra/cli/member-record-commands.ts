import { type Command, Option } from 'commander';
import { NOTE_CHARACTERS } from '#contract/member-records';
import { deliveryStatusNames } from '#shared/choices';
import { formatTimestamp } from '#shared/hong-kong';
import { addOperatorCommand, type CliContext, jsonOption, required, textOption } from './options.ts';

const EMAILS_PER_PAGE = 50;

/** The emails that a member got, and what administrators wrote about the member. */
export function addMemberRecordCommands(program: Command, context: CliContext): void {
  addOperatorCommand(program, context, {
    usage: 'member-emails <NAME>',
    description:
      'List the emails to a member and what became of them, the latest first: emails to members for 13 months, codes and notices for 180 days.',
    options: [
      new Option('--after <CURSOR>', 'the emails after this one, as the page before says'),
      jsonOption(),
    ],
    run: async (operator, name, { after, json }: { after?: string; json?: true }) => {
      const { items, next } = await operator.listMemberEmails(name, EMAILS_PER_PAGE, after);
      if (json) return JSON.stringify({ items, next }, null, 2);
      if (items.length === 0) return 'No emails.';
      const lines = items.map(({ id, at, address, state, subject, detail }) =>
        [id, formatTimestamp(at), address, deliveryStatusNames[state], subject, detail]
          .filter(Boolean)
          .join('  '),
      );
      return [...lines, ...(next === undefined ? [] : [`More: --after "${next}"`])].join('\n');
    },
  });
  addOperatorCommand(program, context, {
    usage: 'notes <NAME>',
    description: 'List the notes on a member, the latest first.',
    options: [jsonOption()],
    run: async (operator, name, { json }: { json?: true }) => {
      const notes = await operator.listNotes(name);
      if (json) return JSON.stringify(notes, null, 2);
      if (notes.length === 0) return 'No notes.';
      return notes
        .map(({ id, at, author, text }) =>
          [`${id}  ${formatTimestamp(at)}  ${author}`, ...text.split('\n').map((line) => `  ${line}`)].join(
            '\n',
          ),
        )
        .join('\n');
    },
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
