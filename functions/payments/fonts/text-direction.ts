import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A part of a text in one direction: from right to left if `level` is odd (UAX #9). */
interface DirectionRun {
  text: string;
  level: number;
}

const LETTER_FROM_RIGHT = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}]/u;

/** Whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean => LETTER_FROM_RIGHT.test(text);

/** The text with each bracket turned round. */
export const mirrored = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** In a part from right to left: a word, or one character without a direction of its own, which fonts would not turn round. */
const WORDS_FROM_RIGHT = /(?:[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{M}]|\p{Join_Control})+|./gu;

/**
 * The parts of a paragraph in the order in which they are read. The paragraph has the direction of its first letter. In parts
 * from right to left, brackets are turned round (L4).
 */
export function directionRuns(text: string): DirectionRun[] {
  if (!isRightToLeft(text)) return [{ text, level: 0 }];
  const { levels } = bidi.getEmbeddingLevels(text);
  const runs: DirectionRun[] = [];
  for (let start = 0; start < text.length; ) {
    const level = levels[start] ?? 0;
    const next = levels.findIndex((each, index) => index > start && each !== level);
    const end = next < 0 ? text.length : next;
    const part = text.slice(start, end);
    const words = level % 2 === 1 ? (mirrored(part).match(WORDS_FROM_RIGHT) ?? []) : [part];
    runs.push(...words.map((word) => ({ text: word, level })));
    start = end;
  }
  return runs;
}

/** The pieces of a line from left to right (L2). */
export function orderPieces<Piece extends { level: number }>(line: readonly Piece[]): Piece[] {
  const levels = Uint8Array.from(line, ({ level }) => level);
  const paragraphs = [{ start: 0, end: line.length - 1, level: 0 }];
  // The package orders characters: one letter stands for each piece.
  const order = bidi.getReorderedIndices('x'.repeat(line.length), { levels, paragraphs });
  return order.flatMap((index) => line[index] ?? []);
}
