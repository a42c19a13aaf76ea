/** Without a bound it is for the record. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'times';
  atMost?: number;
}

export const figure = (
  name: string,
  value: number,
  unit: Figure['unit'],
  bound: Pick<Figure, 'atMost'> = {},
): Figure => ({
  name,
  value,
  unit,
  ...bound,
});

/** The median of the rounds' ratios, each of two neighbours in time. */
export const ratio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('there is no median of nothing');
  return (low + high) / 2;
}

/**
 * Samples of each contender, all taken in turn, round by round, after one round that does not count: what slows the
 * machine meanwhile slows all of them.
 */
export async function interleave<T>(rounds: number, contenders: (() => Promise<T>)[]): Promise<T[][]> {
  const samples = contenders.map((): T[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const sample = await contender();
      if (round > 0) samples[index]?.push(sample);
    }
  }
  return samples;
}

const holds = ({ value, atMost = Number.POSITIVE_INFINITY }: Figure) => value <= atMost;

/** Prints them; whether all bounds hold. A figure that is no number holds none. */
export function report(figures: readonly Figure[]): boolean {
  for (const each of figures) {
    const { name, value, unit, atMost } = each;
    const number = value.toFixed(unit === 'times' ? 2 : 0);
    const verdict =
      atMost === undefined ? '' : `at most ${atMost}: ${holds(each) ? 'holds' : 'DOES NOT HOLD'}`;
    console.log(`  ${name.padEnd(56)}${number.padStart(10)} ${unit.padEnd(9)}${verdict}`.trimEnd());
  }
  return figures.every(holds);
}
