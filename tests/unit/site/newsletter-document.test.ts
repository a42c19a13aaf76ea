import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { issueTexts, newsletters, site } from '../../../site/lib/content/data.ts';
import { pageSize } from '../../../site/lib/pdf/house-document.ts';
import { newsletterDocument } from '../../../site/lib/pdf/newsletter.ts';
import type { IssueText } from '../../../site/schemas/news.ts';
import { inReadingOrder, readPdfStructure } from '../../support/read-pdf.ts';

const elementsOf = async (bytes: Uint8Array) => inReadingOrder(await readPdfStructure(bytes));
const bookmarksOf = (pdf: PDFDocument) => {
  const titles: string[] = [];
  const outlines = pdf.catalog.lookup(PDFName.of('Outlines'), PDFDict);
  for (let item = outlines.lookupMaybe(PDFName.of('First'), PDFDict); item; ) {
    const title = item.lookup(PDFName.of('Title'));
    if (title instanceof PDFString || title instanceof PDFHexString) titles.push(title.decodeText());
    item = item.lookupMaybe(PDFName.of('Next'), PDFDict);
  }
  return titles;
};
const plain = (text: string) => text.replaceAll('*', '');

it('all issues but the first, whose document is elsewhere, have their texts in content/, as samples', () => {
  expect(issueTexts.map(({ issue }) => issue.number)).toEqual(
    newsletters.issues.map(({ number }) => number).filter((number) => number > 1),
  );
  expect(issueTexts.filter(({ text }) => !text.sample)).toEqual([]);
});

describe.each(issueTexts)('the document of issue $issue.number', ({ issue, text }) => {
  const document = newsletterDocument(
    { number: issue.number, date: '2025-11-30', builtOn: '2026-11-25' },
    text,
    site,
  );

  it('is tagged, with its texts in the order of reading', async () => {
    const elements = await elementsOf(await document);
    const textsOf = (...types: string[]) =>
      elements.filter(({ type }) => types.includes(type)).map((one) => one.text.trim());
    expect(textsOf('H1')).toEqual([`Newsletter Issue\u00a0${issue.number}`]);
    expect(textsOf('H2')).toEqual(text.articles.map(({ heading }) => heading));
    const body = text.articles.flatMap(({ heading, text }) => [heading, ...text.map(plain)]);
    expect(textsOf('H2', 'P').slice(3, 3 + body.length)).toEqual(body);
    expect(elements.find(({ type }) => type === 'Figure')?.alt).toMatch(/^Line drawing of /);
    expect(textsOf('Caption')).toEqual([text.figure.caption]);
  });

  it('has a title, a language and a bookmark for each article, says that it is a sample, and is one page', async () => {
    const pdf = await PDFDocument.load(await document);
    expect(pdf.getTitle()).toBe(`Asia Graphics Association: Newsletter Issue ${issue.number}`);
    expect(pdf.catalog.getViewerPreferences()?.getDisplayDocTitle()).toBe(true);
    expect(String(pdf.catalog.lookup(PDFName.of('Lang')))).toContain('en');
    expect(bookmarksOf(pdf)).toEqual(text.articles.map(({ heading }) => heading));
    expect((await elementsOf(await document)).map((one) => one.text)).toContain(
      'November 30, 2025, sample issue',
    );
    expect(pdf.getPageCount()).toBe(1);
  });

  it('is small, and the same each time', async () => {
    const again = await newsletterDocument(
      { number: issue.number, date: '2025-11-30', builtOn: '2026-11-25' },
      text,
      site,
    );
    expect(again.length).toBeLessThan(64_000);
    expect(Buffer.from(await document).equals(Buffer.from(again))).toBe(true);
  });
});

it('a short issue stands in two columns of about the same height', async () => {
  const text: IssueText = {
    lede: 'Little to read.',
    figure: { name: 'hopf', caption: 'A torus.' },
    articles: ['Edges', 'Faces', 'Corners'].map((heading) => ({
      heading,
      text: ['Every edge of a closed mesh has two faces. '.repeat(8).trim()],
    })),
  };
  const pdf = await PDFDocument.load(
    await newsletterDocument({ number: 15, builtOn: '2026-11-25' }, text, site),
  );
  const [page] = pdf.getPages();
  const content = page?.node.Contents();
  const source =
    content instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(content).decode()).toString() : '';
  const lines = [...source.matchAll(/^1 0 0 1 ([\d.]+) ([\d.]+) Tm$/gm)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  const FOOTER = 60;
  const lowest = (isLeft: boolean) =>
    Math.min(
      ...lines.flatMap(([x = 0, y = 0]) => (y > FOOTER && x < pageSize.width / 2 === isLeft ? [y] : [])),
    );
  expect(Math.abs(lowest(true) - lowest(false))).toBeLessThan(90);
});

it('a long issue turns the page, and no text is lost', async () => {
  const paragraph = 'Every edge of a closed mesh has two faces. '.repeat(12).trim();
  const text: IssueText = {
    lede: 'Much to read.',
    figure: { name: 'hopf', caption: 'A torus.' },
    articles: Array.from({ length: 9 }, (_, at) => ({
      heading: `Part ${at + 1}`,
      text: [paragraph, paragraph],
    })),
  };
  const bytes = await newsletterDocument({ number: 15, builtOn: '2026-11-25' }, text, site);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(3);
  const elements = await elementsOf(bytes);
  expect(elements.filter((one) => one.text.trim() === paragraph)).toHaveLength(18);
  expect(elements.filter((one) => /sample/i.test(one.text))).toEqual([]);
});
