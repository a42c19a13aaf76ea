import { type Table, tableOver } from '../platform/table/table.ts';

interface Capacity {
  CapacityUnits?: number | undefined;
  WriteCapacityUnits?: number | undefined;
}

const WRITES: readonly string[] = [
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
  'BatchWriteItem',
];

/** The same table, and the write units that its calls have cost so far, indexes included. */
export function meterWrites(table: Table): { table: Table; writeUnits: () => number } {
  let units = 0;
  return {
    writeUnits: () => units,
    table: tableOver(table.name, async (name, input) => {
      if (!WRITES.includes(name)) return table.call(name, input);
      const output = await table.call(name, { ...input, ReturnConsumedCapacity: 'TOTAL' });
      for (const capacity of capacities(output)) {
        units += capacity.WriteCapacityUnits ?? capacity.CapacityUnits ?? 0;
      }
      return output;
    }),
  };
}

const capacities = (output: { ConsumedCapacity?: Capacity | Capacity[] | undefined }): Capacity[] =>
  [output.ConsumedCapacity ?? []].flat();
