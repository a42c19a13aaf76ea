/** The most arrivals within any second, its end excluded. */
export function mostInASecond(arrivals: readonly number[]): number {
  const times = arrivals.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) <= at - 1000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
