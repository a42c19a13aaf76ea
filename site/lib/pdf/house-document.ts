import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { cleanText, splitPieces } from '#fonts/line-pieces.ts';
import { type FigureName, figures } from '../content/figures.ts';
import { prepareFaces } from './house-fonts.ts';

const drawings = import.meta.glob<string>('../../public/figures/*.svg', { query: '?raw', import: 'default' });

/** A4, in points from the upper left corner. */
export const pageSize = { width: 595.28, height: 841.89, margin: 56 };
export const innerWidth = pageSize.width - 2 * pageSize.margin;

/** The colours of site/styles/tokens.css by day. */
export const colors = {
  ink: '#0b2322',
  ink2: '#3c514f',
  ink3: '#566866',
  rule: '#c9d5d1',
  edge: '#73827f',
  celadon: '#0a5c50',
  persimmon: '#d2531f',
};

const faces = ['sans', 'strong', 'serif', 'italic'] as const;
type Face = (typeof faces)[number];

export interface TextStyle {
  face: Face;
  size: number;
  /** From one baseline to the next, in sizes. */
  leading: number;
  color?: string;
  /** Between letters, in sizes. */
  tracking?: number;
}

/** Where text flows: a column of a page. */
export interface Column {
  x: number;
  width: number;
  top: number;
  bottom: number;
}

interface Word {
  text: string;
  face: Face;
}

/** Instrument Sans has narrow spaces; printed text needs them wider by this much. */
const WORD_SPACE_EM = 0.06;

/** The words with the spaces behind them; `*emphasis*` is set in italics. */
const wordsOf = (text: string, face: Face): Word[] =>
  cleanText(text)
    .replaceAll('* ', ' *')
    .split('*')
    .flatMap((part, at) =>
      splitPieces(part).map((piece) => ({ text: piece, face: at % 2 === 1 ? 'italic' : face })),
    );

/**
 * A tagged A4 document in house style, with fonts for all that these texts have: everything that is drawn belongs to an element of
 * the structure, or is an artifact. The same content of the same day gives the same bytes.
 */
export async function createHouseDocument(about: {
  title: string;
  author: string;
  day: string;
  texts: readonly string[];
}) {
  const { title, author, day, texts } = about;
  const { fonts, runsOf } = await prepareFaces([title, author, ...texts].join(''), faces);
  const createdAt = new Date(day);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    autoFirstPage: false,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
    font: '',
  });
  for (const { name, data } of fonts) doc.registerFont(name, data);
  const root = doc.struct('Document');
  doc.addStructure(root);

  type Element = typeof root;

  const addElement = (type: string, parent: Element = root, options: { alt?: string } = {}): Element => {
    const element = doc.struct(type, options);
    parent.add(element);
    return element;
  };
  const artifact = (draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') => {
    doc.markContent('Artifact', { type });
    draw();
    doc.endMarkedContent();
  };

  const settings = ({ size, tracking = 0 }: TextStyle) => ({
    lineBreak: false,
    characterSpacing: tracking * size,
  });
  /** The runs of a text, each with its width and the space to the next. */
  const measureRuns = (text: string, style: TextStyle) =>
    runsOf(text, style.face).map(({ text, font }, at, runs) => {
      const space = at < runs.length - 1 ? (style.tracking ?? 0) * style.size : 0;
      const width = doc.font(font).fontSize(style.size).widthOfString(text, settings(style)) + space;
      return { text, font, width };
    });
  const widthOf = (text: string, style: TextStyle) =>
    measureRuns(text, style).reduce(
      (sum, { width }) => sum + width,
      isSans(style) && text.endsWith(' ') ? WORD_SPACE_EM * style.size : 0,
    );

  /** Draws a text with its baseline at `y`, each run in its font. */
  const drawText = (text: string, x: number, y: number, style: TextStyle) => {
    let left = x;
    for (const { text: part, font, width } of measureRuns(text, style)) {
      doc
        .font(font)
        .fontSize(style.size)
        .fillColor(style.color ?? colors.ink)
        .text(part, left, y, { ...settings(style), baseline: 'alphabetic' });
      left += width;
    }
  };

  /** Sets a line with its baseline at `y`, as part of an element. */
  const setLine = (element: Element, type: string, words: Word[], x: number, y: number, style: TextStyle) => {
    element.add(doc.markStructureContent(type));
    let left = x;
    for (const { text, face } of isSans(style) ? words : joinWords(words)) {
      const set = { ...style, face };
      drawText(text, left, y, set);
      left += widthOf(text, set);
    }
    doc.endMarkedContent();
  };
  const breakLines = (text: string, style: TextStyle, width: number): Word[][] => {
    const lines: Word[][] = [];
    let free = 0;
    for (const word of wordsOf(text, style.face)) {
      const full = widthOf(word.text, { ...style, face: word.face });
      const bare = widthOf(word.text.trimEnd(), { ...style, face: word.face });
      const line = lines.at(-1);
      if (line && bare <= free) line.push(word);
      else {
        lines.push([word]);
        free = width;
      }
      free -= full;
    }
    return lines;
  };

  /** Fills columns from the top, each time with the next one that `nextColumn` gives. */
  const createFlow = (nextColumn: () => Column) => {
    let column = nextColumn();
    let y = column.top;
    const turnOver = () => {
      column = nextColumn();
      y = column.top;
    };
    const keepTogether = (height: number) => {
      if (y + height > column.bottom) turnOver();
    };
    return {
      keepTogether,
      get y() {
        return y;
      },
      get column() {
        return column;
      },
      skip: (height: number) => {
        if (y > column.top) y += height;
      },
      advance: (height: number) => {
        y += height;
      },
      /** Sets a paragraph. `keep` is the height below it that has to be in the same column. */
      text(
        type: string,
        text: string,
        style: TextStyle,
        {
          indent = 0,
          width = column.width - indent,
          keep = 0,
          parent = root,
        }: { indent?: number; width?: number; keep?: number; parent?: Element } = {},
      ): Element {
        const element = addElement(type, parent);
        const height = style.size * style.leading;
        const lines = breakLines(text, style, width);
        if (keep > 0) keepTogether(lines.length * height + keep);
        for (const [at, line] of lines.entries()) {
          // Neither the first nor the last line of a paragraph stands alone.
          const alone = lines.length > 2 && (at === 0 || at === lines.length - 2);
          keepTogether(alone ? 2 * height : height);
          setLine(element, type, line, column.x + indent, y + (height + style.size * 0.66) / 2, style);
          y += height;
        }
        return element;
      },
    };
  };

  return {
    doc,
    addPage: () => doc.addPage(),
    addElement,
    artifact,
    createFlow,
    widthOf,
    drawText,
    setLine: (element: Element, type: string, text: string, x: number, y: number, style: TextStyle) =>
      setLine(element, type, wordsOf(text, style.face), x, y, style),
    breakLines: (text: string, style: TextStyle, width: number) => breakLines(text, style, width).length,
    rule: (x: number, y: number, width: number, { color = colors.rule, weight = 0.6 } = {}) =>
      artifact(() =>
        doc
          .moveTo(x, y)
          .lineTo(x + width, y)
          .lineWidth(weight)
          .strokeColor(color)
          .stroke(),
      ),
    /** The mark of the association, with its name. */
    brand(x: number, y: number, name: string): void {
      artifact(() => {
        doc.save().translate(x, y).scale(0.3);
        for (const { path, fill } of mark) doc.path(path).fill(fill);
        doc.restore();
      });
      const [first = '', last = ''] = name.split(/ (?=\S+$)/);
      const style: TextStyle = { face: 'strong', size: 10.5, leading: 1, tracking: -0.01 };
      const element = addElement('P');
      setLine(element, 'P', wordsOf(`${first} `, 'strong'), x + 36, y + 11, style);
      setLine(element, 'P', wordsOf(last, 'sans'), x + 36, y + 23, {
        ...style,
        face: 'sans',
        color: colors.ink3,
      });
    },
    /** A line figure at this height, right-aligned to `right`. */
    async figure(name: FigureName, right: number, top: number, height: number): Promise<void> {
      const svg = (await drawings[`../../public/figures/${name}.svg`]?.()) ?? '';
      const { width, height: units, alt } = figures[name];
      const [x = 0, y = 0] = /viewBox="([^"]*)"/.exec(svg)?.[1]?.split(' ').map(Number) ?? [];
      const scale = height / units;
      const element = addElement('Figure', root, { alt });
      element.add(doc.markStructureContent('Figure'));
      doc
        .save()
        .translate(right - width * scale, top)
        .scale(scale)
        .translate(-x, -y);
      doc.lineCap('round').lineJoin('round').strokeColor(colors.ink);
      for (const [, attributes = '', path = ''] of svg.matchAll(/<path([^>]*?) ?d="([^"]*)"/g))
        doc
          .path(path)
          .lineWidth((attributes.includes('class="c"') ? 0.85 : 0.4) / scale)
          .stroke();
      doc.restore();
      doc.endMarkedContent();
    },
    async close(): Promise<Uint8Array<ArrayBuffer>> {
      doc.end();
      return new Uint8Array(await buffer(doc));
    },
  };
}

const isSans = ({ face }: TextStyle) => face === 'sans' || face === 'strong';

/** Neighbouring words of one face, as one text. */
const joinWords = (words: Word[]): Word[] => {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last?.face === word.face) last.text += word.text;
    else joined.push({ ...word });
  }
  return joined;
};

/** The mark of site/assets/favicon.svg. */
const mark = [
  {
    path: 'M18.5 52L44 2.6L69.5 52C64.8 47.3 59.9 43.7 54.4 41.6L44 21.4L33.6 41.6C28.1 43.7 23.1 47.3 18.5 52Z',
    fill: colors.ink,
  },
  {
    path: 'M0.1 84C6.7 70.8 13.4 60.6 20.5 53.4C27.6 46.3 35.6 42 44 42C52.4 42 60.4 46.3 67.5 53.4C74.6 60.6 81.3 70.8 87.9 84L74.4 84C68.6 73.3 63 65.5 57.7 60.7C52.5 55.8 48.1 54 44 54C39.9 54 35.5 55.8 30.3 60.7C25.1 65.5 19.4 73.3 13.6 84Z',
    fill: colors.persimmon,
  },
];
