import { decodeJwt } from 'jose';
import { keys } from '../../../functions/platform/table/schema.ts';
import { openTable } from '../../../functions/platform/table/table.ts';
import { readRunning } from '../../../infra/local/data-folder.ts';
import { configureLocalAws, localTable } from '../../../infra/local/environment.ts';

/** Moves the beginning of a session of the running product some minutes back. */
export async function ageSession(dataFolder: string, token: string, minutes: number): Promise<void> {
  const { sub = '', jti = '' } = decodeJwt(token);
  configureLocalAws({ dynamodb: (await readRunning(dataFolder))?.databaseEndpoint ?? '' });
  await openTable(localTable).call('UpdateItem', {
    Key: keys.session(sub, jti),
    UpdateExpression: 'SET signedInAt = :at',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':at': new Date(Date.now() - minutes * 60_000).toISOString() },
  });
}
