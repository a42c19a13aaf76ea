import type { Awards, FormField, Nominations } from '../../schemas/awards.ts';
import { createFormDocument } from './form-document.ts';

type Award = Awards[number];

const list = new Intl.ListFormat('en-GB');

/** The height of a heading with its gap; the first field below stays on its page. */
const HEADING = 34;

/** The nomination form of an award as a fillable PDF, made from the award's rules and the rules for all nominations. */
export async function nominationForm(
  award: Award,
  { rules, materials, groups }: Nominations,
  association: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await createFormDocument({
    title: `Nomination for the ${award.name}`,
    author: association,
  });
  document.smallPrint(association);
  document.title(`Nomination for the ${award.name}`);
  const includes = `A nomination includes ${list.format(materials)}.`;
  for (const rule of [award.rule, includes, ...rules]) document.item(rule);

  for (const { heading, fields } of groups) {
    const asked = fields.filter(({ only }) => only === undefined || only === award.id);
    document.keepTogether(HEADING + document.heightOf(asked[0]?.kind ?? 'line', asked[0]?.lines ?? 1));
    document.heading(heading);
    for (const row of rowsOf(asked)) document.row(row);
  }
  return document.save();
}

/** Short fields are laid out in pairs. */
function rowsOf(fields: FormField[]): FormField[][] {
  const rows: FormField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const joins = field.kind === 'line' && last?.length === 1 && last[0]?.kind === 'line';
    if (joins) last.push(field);
    else rows.push([field]);
  }
  return rows;
}
