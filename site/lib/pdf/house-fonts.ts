import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const faces = {
  sans: ['instrument-sans-latin-wght-normal', 400],
  strong: ['instrument-sans-latin-wght-normal', 550],
  serif: ['stix-two-text-latin-wght-normal', 400],
  italic: ['stix-two-text-latin-wght-italic', 400],
} as const;
export type Face = keyof typeof faces;

const characters = [
  ...Array.from({ length: 0x5f }, (_, at) => 0x20 + at),
  ...Array.from({ length: 0x60 }, (_, at) => 0xa0 + at),
  ...[0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x2212],
]
  .map((code) => String.fromCodePoint(code))
  .join('');

const cutFace = async (face: Face) => {
  const [file, wght] = faces[face];
  const family = file.slice(0, file.indexOf('-latin'));
  const path = new URL(import.meta.resolve(`@fontsource-variable/${family}/files/${file}.woff2`));
  return subsetFont(await readFile(path), characters, {
    targetFormat: 'truetype',
    variationAxes: { wght },
  });
};

const cutFaces = () =>
  Promise.all(
    (['sans', 'strong', 'serif', 'italic'] as const).map(
      async (face) => [face, await cutFace(face)] as const,
    ),
  );
let cut: ReturnType<typeof cutFaces> | undefined;

/** The faces of printed pages, cut once for all documents of a build. */
export const loadFonts = () => {
  cut ??= cutFaces();
  return cut;
};
