import type { Awards, FormField, Nominations } from '../../schemas/awards.ts';
import { isVisible } from '../../schemas/fields.ts';
import type { Site } from '../../schemas/site.ts';
import { formatDate } from '../content/dates.ts';
import { colors, createHouseDocument, innerWidth, pageSize, type TextStyle } from './house-document.ts';

type Award = Awards[number];
type Kind = FormField['kind'];

const list = new Intl.ListFormat('en-GB');

const GAP = 16;
const LABEL_HEIGHT = 15;
const LINE = 22;
const TEXT_LINE = 13;
const HEADING = 40;
const { margin } = pageSize;

const body: TextStyle = { face: 'serif', size: 10.5, leading: 1.4 };
const label: TextStyle = { face: 'sans', size: 8.5, leading: 1, color: colors.ink2 };
const heading: TextStyle = { face: 'strong', size: 13, leading: 1.3, tracking: -0.01 };
const term: TextStyle = { face: 'strong', size: 9, leading: 1.6 };

const heightOf = ({ kind, lines }: { kind: Kind; lines: number }) =>
  kind === 'check' ? 22 : LABEL_HEIGHT + (kind === 'line' ? LINE : lines * TEXT_LINE + 8) + 10;

/** Where nominations are sent, and by when: what is not known, the association tells. */
export const whereAndWhen = (address: string, mailbox: string | undefined, due: string | undefined) => ({
  where: mailbox
    ? `Save the filled form and send it to ${mailbox}, from the nominator’s own email account.`
    : `Save the filled form. Please ask the association where to send it: ${address}/contact.`,
  when: due
    ? `${formatDate(due)}, for the awards of ${due.slice(0, 4)}. For a later year, please ask for the deadline.`
    : `Please ask the association for the deadline: ${address}/contact.`,
});

/** The nomination form of an award as a fillable PDF, made from the award's rules and the rules for all nominations. */
export async function nominationForm(
  award: Award,
  nominations: Nominations,
  site: Site,
  day: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { rules, materials, groups } = nominations;
  const title = `Nomination for the ${award.name}`;
  const form = await createHouseDocument({
    title,
    author: site.name,
    day,
    texts: [award.rule, JSON.stringify(nominations), site.address, site.mail.contact.address],
  });
  const { doc, addElement, artifact, drawText, setLine } = form;
  let pages = 0;
  const flow = form.createFlow(() => {
    form.addPage();
    pages += 1;
    if (pages > 1) artifact(() => footer(pages), 'Pagination');
    return {
      x: margin,
      width: innerWidth,
      top: pages === 1 ? 108 : margin,
      bottom: pageSize.height - margin - 20,
    };
  });
  const footer = (page: number) =>
    drawText(`${title}, page ${page}`, margin, pageSize.height - 40, {
      ...label,
      size: 8,
      color: colors.ink3,
    });

  form.brand(margin, 44, site.name);
  if (award.figure) await form.figure(award.figure, pageSize.width - margin, 40, 118);
  flow.text('H1', title, { face: 'strong', size: 25, leading: 1.08, tracking: -0.025 }, { width: 330 });
  doc.outline.addItem(title);
  flow.advance(14);
  form.rule(margin, flow.y, innerWidth, { color: colors.ink, weight: 1.2 });
  flow.advance(10);
  const { contact } = site.mail;
  const mailbox = isVisible(contact) ? contact.address : undefined;
  const { where, when } = whereAndWhen(site.address, mailbox, nominations.due);
  for (const [name, text] of [
    ['Where', where],
    ['By when', when],
  ] as const) {
    const y = flow.y;
    flow.text('P', name, term);
    flow.advance(y - flow.y);
    flow.text('P', text, body, { indent: 72 });
    flow.advance(4);
  }
  flow.advance(8);
  form.rule(margin, flow.y, innerWidth);
  flow.advance(10);
  const rulesList = addElement('L');
  for (const rule of [award.rule, `A nomination includes ${list.format(materials)}.`, ...rules]) {
    const item = addElement('LI', rulesList);
    setLine(addElement('Lbl', item), 'Lbl', '•', margin, flow.y + 10.9, { ...body, color: colors.persimmon });
    flow.text('LBody', rule, body, { indent: 14, parent: item });
    flow.advance(3);
  }

  // Typed text is in a font that every reader has, with the reader's own for other scripts: embedded ones would add megabytes.
  doc.font('Helvetica').initForm();
  const checkMarks = checkAppearances(doc);

  function place(field: FormField, x: number, width: number): void {
    const { name, label: text, kind } = field;
    const isCheck = kind === 'check';
    const top = flow.y + (isCheck ? 2 : LABEL_HEIGHT);
    const size = isCheck ? { width: 12, height: 12 } : { width, height: heightOf(field) - LABEL_HEIGHT - 10 };
    if (!isCheck) setLine(addElement('P'), 'P', text, x, flow.y + 9.5, label);
    artifact(() =>
      doc
        .roundedRect(x, top, size.width, size.height, 2)
        .lineWidth(0.75)
        .fillAndStroke('#ffffff', colors.edge),
    );
    const entry = doc.font('Helvetica').formField(name, { fontSize: 10, multiline: kind === 'text' });
    const element = addElement('Form', undefined, { alt: text });
    // Acrobat takes the label from the field, Firefox from the field's widget.
    const labelled = { TU: new String(text) };
    Object.assign(entry.data, {
      ...labelled,
      FT: isCheck ? 'Btn' : 'Tx',
      ...(isCheck && { V: 'Off' }),
    });
    const widget = {
      ...(isCheck && { AS: 'Off', AP: { N: checkMarks } }),
      ...labelled,
      Subtype: 'Widget',
      F: 4,
      Parent: entry,
      P: doc.page.dictionary,
      Border: [0, 0, 0],
      structParent: element,
    };
    doc.annotate(x + 1, top + 1, size.width - 2, size.height - 2, widget);
    Object.assign(entry.data, { Kids: [doc.page.annotations.at(-1)] });
    // While the page is the current one: the reference to the field names it.
    element.end();
    if (isCheck)
      setLine(addElement('P'), 'P', text, x + 20, flow.y + 11.6, { ...label, size: 9.5, color: colors.ink });
  }

  for (const { heading: name, fields } of groups) {
    const asked = fields.filter(({ only }) => only === undefined || only === award.id);
    flow.skip(16);
    const first = asked[0];
    flow.keepTogether(HEADING + (first ? heightOf(first) : 0));
    flow.text('H2', name, heading);
    flow.advance(8);
    for (const row of rowsOf(asked)) {
      flow.keepTogether(Math.max(...row.map(heightOf)));
      const width = row.some(({ kind }) => kind === 'line') ? (innerWidth - GAP) / 2 : innerWidth;
      for (const [at, field] of row.entries()) place(field, margin + at * (width + GAP), width);
      flow.advance(Math.max(...row.map(heightOf)));
    }
  }
  return form.close();
}

/** How a check box looks when it is checked and when it is not. */
function checkAppearances(doc: PDFKit.PDFDocument) {
  const draw = (content: string) => {
    const appearance = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 10, 10], Resources: {} });
    appearance.end(Buffer.from(content));
    return appearance;
  };
  return { Yes: draw('0.04 0.36 0.31 RG 1.5 w 2 5 m 4.2 2.6 l 8.2 7.8 l S'), Off: draw('') };
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
