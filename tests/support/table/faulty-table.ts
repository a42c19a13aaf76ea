import { type Table, tableOver } from '../../../functions/platform/table/table.ts';

/** Faults of one call to the table, or from it on. */
export const FAULTS = ['lost before', 'reply lost', 'done twice', 'killed'] as const;
type Fault = (typeof FAULTS)[number];

export class Broken extends Error {}

/** The table with a fault at its k-th call, counted from 1. */
export function faultyTable(table: Table, k: number, fault: Fault) {
  let calls = 0;
  const faulty = tableOver(table.name, async (name, input) => {
    calls += 1;
    if (fault === 'killed' && calls > k) throw new Broken('dead');
    if (calls !== k) return table.call(name, input);
    if (fault === 'lost before') throw new Broken('no connection');
    await table.call(name, input);
    if (fault === 'done twice') return table.call(name, input);
    throw new Broken('no reply');
  });
  return { table: faulty, wasHit: () => calls >= k };
}
