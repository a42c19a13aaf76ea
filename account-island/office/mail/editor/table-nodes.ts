import { type Editor, mergeAttributes, Node } from '@tiptap/core';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
} from '@tiptap/pm/tables';

/** As many columns or rows as the server lets a cell span. */
const MAX_SPAN = 20;

/**
 * Tables by ProseMirror's own module. Tiptap's extension is not used: it gives columns a style, which emails and the page's
 * content security policy forbid.
 */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }) => (isTablePart(name) ? { tableRole: ROLES[name] } : {}),
  addKeyboardShortcuts: () => cellShortcuts,
  addProseMirrorPlugins: () => [tableEditing()],
});

/** Tab leaves the table after its last cell. */
const cellShortcuts = Object.fromEntries(
  (
    [
      ['Tab', 1],
      ['Shift-Tab', -1],
    ] as const
  ).map(([key, direction]) => [
    key,
    ({ editor }: { editor: Editor }) => runTableCommand(editor, goToNextCell(direction)),
  ]),
);

const ROLES = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' } as const;
const isTablePart = (name: string): name is keyof typeof ROLES => Object.hasOwn(ROLES, name);

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) =>
    Math.min(MAX_SPAN, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1)),
  renderHTML: ({ [name]: cells }: Record<string, unknown>) => (cells === 1 ? {} : { [name]: cells }),
});

const cell = (name: 'tableCell' | 'tableHeader', tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  });

export const tableExtensions = [Table, TableRow, cell('tableCell', 'td'), cell('tableHeader', 'th')];

const runTableCommand = (editor: Editor, command: Command): boolean =>
  command(editor.state, editor.view.dispatch);

/** What the editor offers while the cursor is in a table. */
export const tableCommands = Object.entries({
  'Add row': addRowAfter,
  'Add column': addColumnAfter,
  'Delete row': deleteRow,
  'Delete column': deleteColumn,
  'Delete table': deleteTable,
}).map(([label, command]) => ({
  label,
  run: (editor: Editor) => {
    runTableCommand(editor, command);
    editor.commands.focus();
  },
}));
