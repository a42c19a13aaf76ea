import * as z from 'zod/mini';
import type { Table } from '../../functions/store/client.ts';

/** What happens at one call to the table, or from it on. */
export const FAULTS = ['lost before', 'reply lost', 'done twice', 'killed'] as const;
export type Fault = (typeof FAULTS)[number];

export class Broken extends Error {}

/** The table with a fault at its k-th call, counted from 1. */
export function faultyTable(table: Table, k: number, fault: Fault) {
  let calls = 0;
  const faulty: Table = {
    name: table.name,
    async call(name, input) {
      calls += 1;
      if (fault === 'killed' && calls > k) throw new Broken('dead');
      if (calls !== k) return table.call(name, input);
      if (fault === 'lost before') throw new Broken('no connection');
      await table.call(name, input);
      if (fault === 'done twice') return table.call(name, input);
      throw new Broken('no reply');
    },
  };
  return { table: faulty, wasHit: () => calls >= k };
}

const Capacity = z.object({ CapacityUnits: z.number() });
const Said = z.object({ ConsumedCapacity: z.union([Capacity, z.array(Capacity)]) });

/** The table with an account of what it is asked and what that costs. */
export function meteredTable(table: Table) {
  const spent = { calls: 0, readUnits: 0, writeUnits: 0 };
  const metered: Table = {
    name: table.name,
    async call(name, input) {
      const reply = await table.call(name, { ...input, ReturnConsumedCapacity: 'TOTAL' });
      const said = [Said.parse(reply).ConsumedCapacity].flat();
      const units = said.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(name);
      spent.calls += 1;
      spent[isWrite ? 'writeUnits' : 'readUnits'] += units;
      return reply;
    },
  };
  return { table: metered, spent };
}
