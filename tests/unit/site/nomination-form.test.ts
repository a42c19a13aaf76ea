import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { awards, nominations, site } from '../../../site/lib/content/data.ts';
import { nominationForm, whereAndWhen } from '../../../site/lib/pdf/nomination-form.ts';
import { inReadingOrder, readPdfStructure } from '../../support/read-pdf.ts';

type Award = (typeof awards)[number];
const makeFile = (award: Award) => nominationForm(award, nominations, site, '2026-11-25');
const made = new Map(awards.map((award) => [award.id, makeFile(award)]));
const fileOf = async (award: Award) => made.get(award.id) ?? makeFile(award);
const fields = nominations.groups.flatMap((group) => group.fields);

describe.each(awards)('the form of $id', (award) => {
  const requested = fields.filter(({ only }) => only === undefined || only === award.id);

  it('has the fields of the content, each with a name for screen readers', async () => {
    const form = (await PDFDocument.load(await fileOf(award))).getForm();
    expect(form.getFields().map((field) => field.getName())).toEqual(requested.map(({ name }) => name));
    const said = form.getFields().map(({ acroField }) => {
      const label = acroField.dict.lookup(PDFName.of('TU'));
      return label instanceof PDFString || label instanceof PDFHexString ? label.decodeText() : undefined;
    });
    expect(said).toEqual(requested.map(({ label }) => label));
  });

  it.each([
    ['Latin', 'Zoë Łukasiewicz-Ördög'],
    ['Chinese', '猷他茶壶 王'],
    ['Japanese', '山田 太郎 ティーポット'],
    ['Korean', '유타 찻주전자'],
    ['beyond the first plane', '𠮷野 茶壺'],
  ])('accepts names in %s', async (_, name) => {
    const filled = await PDFDocument.load(await fileOf(award));
    for (const { name: field, kind } of requested) {
      if (kind === 'check') filled.getForm().getCheckBox(field).check();
      else filled.getForm().getTextField(field).setText(`${field} ${name}`);
    }
    const saved = await filled.save({ updateFieldAppearances: false });
    const read = (await PDFDocument.load(saved)).getForm();
    for (const { name: field, kind } of requested) {
      if (kind === 'check') expect(read.getCheckBox(field).isChecked()).toBe(true);
      else expect(read.getTextField(field).getText()).toBe(`${field} ${name}`);
    }
  });

  it('has a title, a language, the day of the build, and fields in the order of its structure', async () => {
    const pdf = await PDFDocument.load(await fileOf(award));
    expect(pdf.getTitle()).toBe(`Nomination for the ${award.name}`);
    expect(pdf.getCreationDate()?.toISOString()).toMatch(/^2026-11-25/);
    expect(pdf.catalog.getViewerPreferences()?.getDisplayDocTitle()).toBe(true);
    expect(String(pdf.catalog.lookup(PDFName.of('Lang')))).toContain('en');
    for (const page of pdf.getPages()) expect(String(page.node.get(PDFName.of('Tabs')))).toBe('/S');
  });

  it('is tagged: title, headings, the rules as a list, and each field beside its label', async () => {
    const pdf = await PDFDocument.load(await fileOf(award));
    expect(String(pdf.catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true');
    const elements = inReadingOrder(await readPdfStructure(await fileOf(award)));
    const textsOf = (type: string) =>
      elements.filter((one) => one.type === type).map(({ text }) => text.trim());
    expect(textsOf('H1')).toEqual([`Nomination for the ${award.name}`]);
    expect(textsOf('H2')).toEqual(nominations.groups.map(({ heading }) => heading));
    expect(textsOf('LBody')).toEqual([
      award.rule,
      expect.stringMatching(/^A nomination includes /),
      ...nominations.rules,
    ]);
    const { where, when } = whereAndWhen(site.address, site.mail.contact.address, nominations.due);
    expect(textsOf('P')).toEqual(expect.arrayContaining([where, when]));
    const inputs = elements.filter(({ isInteractive }) => isInteractive);
    expect(inputs.map(({ type, alt }) => [type, alt])).toEqual(requested.map(({ label }) => ['Form', label]));
    for (const input of inputs) {
      const at = elements.indexOf(input);
      expect([elements[at - 1]?.text, elements[at + 1]?.text]).toContain(input.alt);
    }
  });

  it('stays on its pages, with a separate box for each field', async () => {
    const pdf = await PDFDocument.load(await fileOf(award));
    const boxes = pdf
      .getForm()
      .getFields()
      .flatMap(({ acroField }) => acroField.getWidgets())
      .map((widget) => ({ page: String(widget.P()), ...widget.getRectangle() }));
    for (const [at, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThan(50);
      expect(box.x + box.width).toBeLessThan(545);
      expect(box.y).toBeGreaterThan(50);
      expect(box.y + box.height).toBeLessThan(792);
      for (const other of boxes.slice(at + 1).filter(({ page }) => page === box.page)) {
        const apart =
          box.x + box.width < other.x || other.x + other.width < box.x || other.y + other.height < box.y;
        expect(apart).toBe(true);
      }
    }
  });

  it('is small, and the same each time', async () => {
    const [first, second] = await Promise.all([fileOf(award), makeFile(award)]);
    expect(first.length).toBeLessThan(64_000);
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });
});

it("the form asks for the year of the PhD only if the award's rule counts from it", async () => {
  const withYear = await Promise.all(
    awards.map(async (award) => {
      const form = (await PDFDocument.load(await fileOf(award))).getForm();
      return form.getFieldMaybe('nominee-phd-year') === undefined ? [] : [award.id];
    }),
  );
  expect(withYear.flat()).toEqual(['young']);
});

describe('where and by when', () => {
  const address = 'https://www.asiagraphics.org';

  it('are the mailbox and the day of the call', () => {
    const { where, when } = whereAndWhen(address, 'awards@asiagraphics.org', '2027-05-17');
    expect(where).toContain('send it to awards@asiagraphics.org');
    expect(when).toMatch(/^May 17, 2027, for the awards of 2027\./);
  });

  it('say whom to ask for what is not known', () => {
    const { where, when } = whereAndWhen(address, undefined, undefined);
    for (const text of [where, when]) expect(text).toContain(`${address}/contact`);
  });
});
