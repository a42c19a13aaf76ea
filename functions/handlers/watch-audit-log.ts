import { lambdaRuntime } from '../platform/runtime.ts';

interface Batch {
  Records: readonly {
    eventName: 'MODIFY' | 'REMOVE';
    dynamodb: { Keys: Record<'pk' | 'sk', { S: string }> };
  }[];
}

/** Watches the audit log: its event source selects log rows that were replaced or removed. */
export async function handler({ Records }: Batch): Promise<void> {
  for (const { eventName, dynamodb } of Records) {
    const { pk, sk } = dynamodb.Keys;
    lambdaRuntime.log({
      level: 'error',
      event: 'audit-log-changed',
      change: eventName,
      month: pk.S,
      entry: sk.S,
    });
  }
}
