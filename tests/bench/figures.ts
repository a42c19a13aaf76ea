/** How many times as much as what it is compared with. */
export interface Figure {
  name: string;
  times: number;
  atMost: number;
}

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

/** Prints them; whether all bounds hold. A figure that is no number holds none. */
export function report(figures: readonly Figure[]): boolean {
  for (const { name, times, atMost } of figures) {
    const verdict = times <= atMost ? 'holds' : 'DOES NOT HOLD';
    console.log(`  ${name.padEnd(56)}${times.toFixed(2).padStart(8)} times, at most ${atMost}: ${verdict}`);
  }
  return figures.every(({ times, atMost }) => times <= atMost);
}
