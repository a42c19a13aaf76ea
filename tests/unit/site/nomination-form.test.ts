import type { PDFPageProxy } from 'unpdf/pdfjs';
import { describe, expect, it } from 'vitest';
import { awards, nominations, site } from '../../../site/lib/content/data.ts';
import { nominationForm, whereAndWhen } from '../../../site/lib/pdf/nomination-form.ts';
import {
  dictionariesOf,
  elementNumbers,
  inReadingOrder,
  openPdf,
  pagesOf,
  readPdfStructure,
} from '../../support/read-pdf.ts';
import { sizedViews } from '../../support/sizes.ts';

type Award = (typeof awards)[number];
const makeFile = (award: Award) => nominationForm(award, nominations, site, '2026-11-25');
const made = new Map(awards.map((award) => [award.id, makeFile(award)]));
const fileOf = async (award: Award) => made.get(award.id) ?? makeFile(award);
const fields = nominations.groups.flatMap((group) => group.fields);

interface Box {
  id: string;
  page: number;
  fieldName: string;
  fieldValue: string;
  alternativeText: string;
  rect: [left: number, bottom: number, right: number, top: number];
}
const boxesOf = async (bytes: Uint8Array) => {
  const readBoxes = async (page: PDFPageProxy, at: number): Promise<Box[]> =>
    (await page.getAnnotations()).map((box) => ({ ...box, page: at }));
  return (await Promise.all((await pagesOf(await openPdf(bytes))).map(readBoxes))).flat();
};

/** All are set alike, and the first of these has all fields. */
const shown = sizedViews(
  ...awards.toSorted((one, other) => Number(other.id === 'young') - Number(one.id === 'young')),
);

describe.each(shown)('the form of $id', (award) => {
  const requested = fields.filter(({ only }) => only === undefined || only === award.id);

  it('has the fields of the content, each with a name for screen readers, as have their boxes', async () => {
    const names = Object.keys((await (await openPdf(await fileOf(award))).getFieldObjects()) ?? {});
    expect(names).toEqual(requested.map(({ name }) => name));
    const boxes = await boxesOf(await fileOf(award));
    expect(boxes.map(({ fieldName, alternativeText }) => [fieldName, alternativeText])).toEqual(
      requested.map(({ name, label }) => [name, label]),
    );
    const labels = dictionariesOf(await fileOf(award)).match(/^\/TU \(.*?\)$/gms) ?? [];
    expect(labels).toHaveLength(2 * requested.length);
    expect(labels.slice(requested.length)).toEqual(labels.slice(0, requested.length));
  });

  it('has a title, a language, the day of the build, and fields in the order of its structure', async () => {
    const pdf = await openPdf(await fileOf(award));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: `Nomination for the ${award.name}`,
      Language: 'en',
      CreationDate: expect.stringMatching(/^D:20261125/),
    });
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    expect(dictionariesOf(await fileOf(award)).match(/^\/Tabs .*$/gm)).toEqual(
      Array.from({ length: pdf.numPages }, () => '/Tabs /S'),
    );
  });

  it('is tagged: title, headings, the rules as a list, and each field beside its label', async () => {
    expect(await (await openPdf(await fileOf(award))).getMarkInfo()).toMatchObject({ Marked: true });
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
    const numbers = elementNumbers(await fileOf(award));
    expect(numbers.length).toBeGreaterThan(2 * requested.length);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  it('stays on its pages, with a separate box for each field', async () => {
    const boxes = await boxesOf(await fileOf(award));
    expect(boxes).toHaveLength(requested.length);
    for (const [at, { page, rect }] of boxes.entries()) {
      const [left, bottom, right, top] = rect;
      expect(left).toBeGreaterThan(50);
      expect(right).toBeLessThan(545);
      expect(bottom).toBeGreaterThan(50);
      expect(top).toBeLessThan(792);
      for (const other of boxes.slice(at + 1).filter((one) => one.page === page)) {
        const [otherLeft, , otherRight, otherTop] = other.rect;
        expect(right < otherLeft || otherRight < left || otherTop < bottom).toBe(true);
      }
    }
  });

  it('is small, and the same each time', async () => {
    const [first, second] = await Promise.all([fileOf(award), makeFile(award)]);
    expect(first.length).toBeLessThan(64_000);
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
  });
});

describe.each(awards.filter(({ id }) => id === 'young'))('the form of $id, which has all fields', (award) => {
  it.each([
    ['Latin', 'Zoë Łukasiewicz-Ördög'],
    ['Chinese', '猷他茶壶 王'],
    ['Japanese', '山田 太郎 ティーポット'],
    ['Korean', '유타 찻주전자'],
    ['beyond the first plane', '𠮷野 茶壺'],
  ])('accepts names in %s', async (_, name) => {
    const file = await fileOf(award);
    const values = (boxes: Box[]) => boxes.map(({ fieldName, fieldValue }) => [fieldName, fieldValue]);
    const empty = await boxesOf(file);
    expect(values(empty)).toEqual(fields.map(({ name, kind }) => [name, kind === 'check' ? 'Off' : '']));
    const pdf = await openPdf(file);
    for (const [at, { id }] of empty.entries()) {
      const { name: field, kind } = fields[at] ?? {};
      pdf.annotationStorage.setValue(id, { value: kind === 'check' || `${field} ${name}` });
    }
    expect(values(await boxesOf(await pdf.saveDocument()))).toEqual(
      fields.map(({ name: field, kind }) => [field, kind === 'check' ? 'Yes' : `${field} ${name}`]),
    );
  });
});

it('the form has the letters of its rules and labels, in any script that the fonts have', async () => {
  const [award] = awards;
  if (!award) throw new Error('no award');
  const bytes = await nominationForm(
    { ...award, rule: 'The rule of Nguyễn Đức and 王小明.' },
    {
      ...nominations,
      groups: [{ heading: 'Šimon', fields: [{ name: 'a', label: 'Kōji (山田)', kind: 'line', lines: 4 }] }],
    },
    site,
    '2026-11-25',
  );
  const texts = inReadingOrder(await readPdfStructure(bytes)).map(({ text }) => text.trim());
  expect(texts).toEqual(
    expect.arrayContaining(['The rule of Nguyễn Đức and 王小明.', 'Šimon', 'Kōji (山田)']),
  );
});

it("the form asks for the year of the PhD only if the award's rule counts from it", async () => {
  const withYear = await Promise.all(
    awards.map(async (award) => {
      const asked = (await boxesOf(await fileOf(award))).map(({ fieldName }) => fieldName);
      return asked.includes('nominee-phd-year') ? [award.id] : [];
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
