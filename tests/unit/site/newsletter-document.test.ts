import { describe, expect, it } from 'vitest';
import { issueTexts, newsletters, site } from '../../../site/lib/content/data.ts';
import { pageSize } from '../../../site/lib/pdf/house-document.ts';
import { newsletterDocument } from '../../../site/lib/pdf/newsletter.ts';
import type { IssueText } from '../../../site/schemas/news.ts';
import {
  dictionariesOf,
  elementNumbers,
  inReadingOrder,
  openPdf,
  pagesOf,
  readPdfStructure,
} from '../../support/read-pdf.ts';
import { sized } from '../../support/sizes.ts';

const elementsOf = async (bytes: Uint8Array) => inReadingOrder(await readPdfStructure(bytes));
const plain = (text: string) => text.replaceAll('*', '');

it('all issues but the first, whose document is elsewhere, have their texts in content/, as samples', () => {
  expect(issueTexts.map(({ issue }) => issue.number)).toEqual(
    newsletters.issues.map(({ number }) => number).filter((number) => number > 1),
  );
  expect(issueTexts.filter(({ text }) => !text.sample)).toEqual([]);
});

/** All are set alike. */
const shown = issueTexts.slice(0, sized(1, issueTexts.length));

describe.each(shown)('the document of issue $issue.number', ({ issue, text }) => {
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
    const pdf = await openPdf(await document);
    expect((await pdf.getMetadata()).info).toMatchObject({
      Title: `Asia Graphics Association: Newsletter Issue ${issue.number}`,
      Language: 'en',
    });
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    const bookmarks = await pdf.getOutline();
    expect(bookmarks.map(({ title }) => title)).toEqual(text.articles.map(({ heading }) => heading));
    expect((await elementsOf(await document)).map((one) => one.text)).toContain(
      'November 30, 2025, sample issue',
    );
    expect(pdf.numPages).toBe(1);
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
  const pdf = await openPdf(await newsletterDocument({ number: 15, builtOn: '2026-11-25' }, text, site));
  const [page] = await pagesOf(pdf);
  const lines = ((await page?.getTextContent())?.items ?? []).flatMap((item) =>
    'str' in item && item.str !== '' ? [item.transform.slice(4).map(Number)] : [],
  );
  const FOOTER = 60;
  const lowest = (isLeft: boolean) =>
    Math.min(
      ...lines.flatMap(([x = 0, y = 0]) => (y > FOOTER && x < pageSize.width / 2 === isLeft ? [y] : [])),
    );
  expect(Math.abs(lowest(true) - lowest(false))).toBeLessThan(90);
});

describe('an issue in many scripts', () => {
  const headings = [
    'Nguyễn Đức, Šimon and Kōji win',
    'Award for 王小明 (Wang Xiaoming)',
    'Ελευθέριος, Жуков and 이광형',
  ];
  const text: IssueText = {
    lede: '犹他茶壶在香港，Жуков пишет: → ∇ ≤ is mathematics. '.repeat(2).trim(),
    figure: { name: 'hopf', caption: 'Łukasz’s torus, 山田.' },
    articles: headings.map((heading) => ({
      heading,
      text: [`*Š ễ ά Ж*, ${'图形学与交互技术。'.repeat(20)}`],
    })),
  };

  it('has every letter, and is small', async () => {
    const bytes = await newsletterDocument({ number: 15, builtOn: '2026-11-25' }, text, site);
    const elements = await elementsOf(bytes);
    const textsOf = (type: string) =>
      elements.filter((one) => one.type === type).map((one) => one.text.trim());
    expect(textsOf('H2')).toEqual(headings);
    expect(textsOf('P')).toEqual(
      expect.arrayContaining([text.lede, ...text.articles.map(({ text: [first = ''] }) => plain(first))]),
    );
    expect(textsOf('Caption')).toEqual([text.figure.caption]);
    expect(bytes.length).toBeLessThan(100_000);
  });

  it('breaks the lines of Chinese text within its column', async () => {
    const pdf = await openPdf(await newsletterDocument({ number: 15, builtOn: '2026-11-25' }, text, site));
    const pages = await Promise.all((await pagesOf(pdf)).map((page) => page.getTextContent()));
    const ends = pages.flatMap(({ items }) =>
      items.flatMap((item) => ('str' in item ? [Number(item.transform[4]) + item.width] : [])),
    );
    expect(Math.max(...ends)).toBeLessThan(pageSize.width - pageSize.margin + 1);
  });

  it('prints a mark in place of a letter that no font has', async () => {
    const [article] = text.articles;
    if (!article) throw new Error('no article');
    const bytes = await newsletterDocument(
      { number: 15, builtOn: '2026-11-25' },
      { ...text, articles: [{ ...article, heading: 'The cup 🏆' }] },
      site,
    );
    expect((await elementsOf(bytes)).filter(({ type }) => type === 'H2')).toMatchObject([
      { text: 'The cup 〓' },
    ]);
  });
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
  expect((await openPdf(bytes)).numPages).toBe(3);
  const elements = await elementsOf(bytes);
  const body = text.articles.flatMap(({ heading, text }) => [heading, ...text]);
  const texts = elements.flatMap(({ type, text }) => (type === 'H2' || type === 'P' ? [text] : []));
  expect(texts.join('')).toContain(body.join(''));
  // The name of the association, the lede and the imprint; and a paragraph that goes on overleaf is one.
  expect(dictionariesOf(bytes).match(/^\/S \/P$/gm)).toHaveLength(18 + 3);
  const numbers = elementNumbers(bytes);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(elements.filter((one) => /sample/i.test(one.text))).toEqual([]);
});
