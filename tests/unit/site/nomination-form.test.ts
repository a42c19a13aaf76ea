import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { awards, nominations } from '../../../site/lib/content/data.ts';
import { inReadingOrder, openPdf, pagesOf, readPdfStructure } from '../../support/read-pdf.ts';

const readForm = (path: string) => readFile(new URL(`../../../content${path}`, import.meta.url));

describe.each(awards)('the nomination form of the $name', ({ id, name, rule, form = '' }) => {
  it('has a title, a language, and the rules of content/ as a tagged list', async () => {
    const pdf = await openPdf(await readForm(form));
    expect((await pdf.getMetadata()).info).toMatchObject({
      Title: `Nomination for the ${name}`,
      Language: 'en',
    });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const elements = inReadingOrder(await readPdfStructure(await readForm(form)));
    const items = elements.filter(({ type }) => type === 'LBody').map(({ text }) => text.trim());
    expect(items).toEqual([rule, expect.stringMatching(/^A nomination includes /), ...nominations.rules]);
    for (const material of nominations.materials) expect(items[1]).toContain(material);
  });

  it('has fields to fill in, each with a name for screen readers beside its label', async () => {
    const pdf = await openPdf(await readForm(form));
    const elements = inReadingOrder(await readPdfStructure(await readForm(form)));
    const fields = elements.filter(({ isInteractive }) => isInteractive);
    for (const field of fields) {
      const at = elements.indexOf(field);
      expect([elements[at - 1]?.text, elements[at + 1]?.text]).toContain(field.alt);
    }
    const boxes = (await Promise.all((await pagesOf(pdf)).map((page) => page.getAnnotations()))).flat();
    expect(boxes.map(({ alternativeText }) => alternativeText)).toEqual(fields.map(({ alt }) => alt));
    const names = boxes.map(({ fieldName }) => fieldName);
    expect(new Set(names).size).toBe(names.length);
    // The rule for young researchers counts from the PhD.
    expect([names.length, names.includes('nominee-phd-year')]).toEqual(
      id === 'young' ? [25, true] : [22, false],
    );
    for (const { id: box } of boxes) pdf.annotationStorage.setValue(box, { value: '山田 太郎' });
    const filled = await openPdf(await pdf.saveDocument());
    expect(Object.values((await filled.getFieldObjects()) ?? {}).flat()).toContainEqual(
      expect.objectContaining({ name: 'nominee-name', value: '山田 太郎' }),
    );
  });
});
