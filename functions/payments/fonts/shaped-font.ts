import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

/**
 * A font of fontkit whose texts HarfBuzz shapes: fontkit's own shaping puts vowels of Burmese in the wrong place, and throws at
 * some marks of Hebrew and Lao. A text must be in one direction; its glyphs are in the order in which they are set.
 */
export function shapedFont(data: Buffer) {
  const font = fontkit.create(data);
  if (!('getGlyph' in font)) throw new Error('The file holds several fonts');
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(Uint8Array.from(data).buffer)));

  const layout = (text: string) => {
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    // HarfBuzz takes Arabic digits for letters: numbers are written from left to right.
    if (!/\p{L}/u.test(text)) buffer.setDirection(harfbuzz.Direction.LTR);
    harfbuzz.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const glyphs = infos.map(({ codepoint: id, cluster }, index) => {
      // What is copied from the document: the first glyph stands for all letters of its cluster.
      const isFirst = infos[index - 1]?.cluster !== cluster;
      const letters = text.slice(
        cluster,
        starts.find((start) => start > cluster),
      );
      return font.getGlyph(id, isFirst ? Array.from(letters, (letter) => letter.codePointAt(0) ?? 0) : []);
    });
    const positions = buffer.getGlyphPositions();
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { glyphs, positions, advanceWidth };
  };

  return Object.assign(font, { layout });
}
