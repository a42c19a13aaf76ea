import { isVisible } from '../../schemas/fields.ts';
import type { IssueText } from '../../schemas/news.ts';
import type { Site } from '../../schemas/site.ts';
import { formatDate } from '../content/dates.ts';
import { figures } from '../content/figures.ts';
import { colors, createHouseDocument, innerWidth, pageSize, type TextStyle } from './house-document.ts';

const { margin, width: pageWidth, height: pageHeight } = pageSize;
const gap = 22;
const columnWidth = (innerWidth - gap) / 2;
const bottom = pageHeight - margin - 18;
const figureHeight = 172;

const body: TextStyle = { face: 'serif', size: 10, leading: 1.42 };
const heading: TextStyle = { face: 'strong', size: 14.5, leading: 1.16, tracking: -0.015 };
const lede: TextStyle = { face: 'serif', size: 14, leading: 1.36, color: colors.ink2 };
const caption: TextStyle = { face: 'serif', size: 8.6, leading: 1.36, color: colors.ink3 };
const small: TextStyle = { face: 'sans', size: 8.6, leading: 1.5, color: colors.ink3 };
const footer: TextStyle = { ...small, size: 8 };

/** The document of an issue: title, lede and figure above two columns. A sample says so on each of its pages. */
export async function newsletterDocument(
  { number, date, builtOn }: { number: number; date?: string | undefined; builtOn: string },
  { lede: introduction, figure, articles, sample }: IssueText,
  { name, address, mail: { contact } }: Site,
): Promise<Uint8Array<ArrayBuffer>> {
  const title = `Newsletter Issue\u00a0${number}`;
  const document = await createHouseDocument({
    title: `${name}: Newsletter Issue ${number}`,
    author: name,
    day: date ?? builtOn,
    texts: [
      introduction,
      figure.caption,
      ...articles.flatMap(({ heading, text }) => [heading, ...text]),
      address,
      contact.address,
    ],
  });
  const { doc, artifact, createFlow, drawText, rule, widthOf } = document;
  const note = sample ? 'Sample issue: its texts show what an issue can hold.' : undefined;
  const line = [`${name}, ${title}`, note].filter(Boolean).join('. ');

  let pages = 0;
  const addPage = () => {
    document.addPage();
    pages += 1;
    const number = `${pages}`;
    rule(margin, pageHeight - 52, innerWidth);
    artifact(() => {
      drawText(line, margin, pageHeight - 38, footer);
      drawText(number, pageWidth - margin - widthOf(number, footer), pageHeight - 38, footer);
    }, 'Pagination');
  };

  addPage();
  document.brand(margin, 44, name);
  const head = createFlow(() => ({ x: margin, width: columnWidth + 24, top: 112, bottom }));
  head.text('H1', title, { face: 'strong', size: 34, leading: 1.02, tracking: -0.03 });
  head.advance(10);
  const facts = [date && formatDate(date), sample && 'sample issue'].filter(Boolean).join(', ');
  if (facts) head.text('P', facts, { ...small, size: 10 });
  head.advance(10);
  head.text('P', introduction, lede);
  const { width, height } = figures[figure.name];
  const shown = Math.min(figureHeight, ((columnWidth - 40) * height) / width);
  await document.figure(figure.name, pageWidth - margin, 48, shown);
  const figureLeft = margin + columnWidth + gap + 24;
  const below = createFlow(() => ({
    x: figureLeft,
    width: pageWidth - margin - figureLeft,
    top: 60 + shown,
    bottom,
  }));
  below.text('Caption', figure.caption, caption);

  const top = Math.max(head.y, below.y) + 22;
  rule(margin, top, innerWidth, { color: colors.ink, weight: 1.2 });
  const mailbox = isVisible(contact) ? `${contact.address}, or ` : '';
  const imprint = [
    `Published by the ${name}. Write to us: ${mailbox}${address}/contact.`,
    ...(note ? [note] : []),
  ];
  const heightOf = (text: string, style: TextStyle) =>
    document.breakLines(text, style, columnWidth) * style.size * style.leading;
  const heights = articles.flatMap(({ heading: topic, text }) => [
    16 + heightOf(topic, heading) + 5,
    ...text.map((paragraph, at) => heightOf(paragraph, body) + (at > 0 ? 6 : 0)),
  ]);
  const total = [...heights, 28, ...imprint.map((text) => heightOf(text, small))].reduce(
    (sum, one) => sum + one,
  );
  const room = bottom - top - 16;
  // What fits one page stands in two columns of about the same height.
  const firstBottom = total > 2 * room ? bottom : Math.min(bottom, top + 16 + total / 2 + body.size);

  let columns = 0;
  const flow = createFlow(() => {
    const isLeft = columns % 2 === 0;
    if (isLeft && columns > 0) addPage();
    columns += 1;
    return {
      x: isLeft ? margin : margin + columnWidth + gap,
      width: columnWidth,
      top: columns <= 2 ? top + 16 : margin,
      bottom: columns === 1 ? firstBottom : bottom,
    };
  });
  for (const { heading: topic, text } of articles) {
    flow.skip(16);
    flow.keepTogether(heading.size * 2.4 + 3 * body.size * body.leading);
    doc.outline.addItem(topic);
    flow.text('H2', topic, heading);
    flow.advance(5);
    for (const [at, paragraph] of text.entries()) {
      if (at > 0) flow.skip(6);
      flow.text('P', paragraph, body);
    }
  }
  flow.skip(20);
  flow.keepTogether(60);
  rule(flow.column.x, flow.y, columnWidth);
  flow.advance(8);
  for (const text of imprint) flow.text('P', text, small);
  return document.close();
}
