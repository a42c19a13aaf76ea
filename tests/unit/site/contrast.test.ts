import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, it } from 'vitest';

/** All pairs of the design tokens, of which a page shows some: axe sees no others. */

const styles = ['tokens.css', 'account/notice.css'].map((file) =>
  readFileSync(new URL(`../../../site/styles/${file}`, import.meta.url), 'utf8'),
);
/** By its name, a colour in the light and in the dark theme. */
const tokens = new Map(
  [...styles.join().matchAll(/^ {2}--([\w-]+): light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\);/gm)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark]],
  ),
);

const grounds = ['paper', 'paper-sunk', 'paper-high', 'wash'];
const messages = ['success', 'warning', 'danger'];
const AA_TEXT = 4.5;
/** For parts of controls, their focus, and marks that say something (WCAG 2.2, 1.4.11). */
const AA_PARTS = 3;

const pairs: [shown: string[], on: string[], atLeast: number][] = [
  [['ink', 'ink-2', 'ink-3', 'celadon', 'celadon-deep', ...messages], grounds, AA_TEXT],
  [['on-fill'], ['fill', 'fill-hover'], AA_TEXT],
  // What is selected, and the words that a search has found.
  [['ink'], ['celadon-pale'], AA_TEXT],
  ...messages.map((kind): [string[], string[], number] => [['ink', kind], [`${kind}-wash`], AA_TEXT]),
  // The sign of a message.
  [['paper'], ['celadon', ...messages], AA_TEXT],
  [['rule-strong', 'focus', 'persimmon', 'fill'], grounds, AA_PARTS],
];
const DECORATION = ['rule'];

/** Its types leave these out. */
const { Color, getContrast } = (
  axe.commons as unknown as {
    color: {
      Color: new () => { parseString: (css: string) => void };
      getContrast: (ground: object, shown: object) => number;
    };
  }
).color;
const parse = (name: string, theme: number) => {
  const color = new Color();
  color.parseString(tokens.get(name)?.[theme] ?? '');
  return color;
};

it.each([
  ['light', 0],
  ['dark', 1],
])('every text can be read and every part of a control seen in the %s theme', (_, theme) => {
  const weak = pairs.flatMap(([shown, on, atLeast]) =>
    shown.flatMap((one) =>
      on.flatMap((ground) => {
        const contrast = getContrast(parse(ground, theme), parse(one, theme));
        return contrast >= atLeast ? [] : [`${one} on ${ground}: ${contrast.toFixed(2)}`];
      }),
    ),
  );
  expect(weak).toEqual([]);
});

it('every colour has its place in the pairs, or is decoration', () => {
  const placed = pairs.flatMap(([shown, on]) => [...shown, ...on]);
  expect([...tokens.keys()].sort()).toEqual([...new Set([...placed, ...DECORATION])].sort());
});
