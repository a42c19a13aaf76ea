import { type Environment, ErasureConfig, readConfig } from '../config.ts';
import { storedLetters } from '../files/letters.ts';
import { s3Files } from '../files/s3.ts';
import { eraseAddresses } from '../jobs/erase-addresses.ts';
import { dynamoCampaigns } from '../store/campaigns.ts';
import { openTable } from '../store/client.ts';
import { dynamoErasures } from '../store/erasures.ts';

export function wireErasures(environment: Environment): () => Promise<void> {
  const config = readConfig(ErasureConfig, environment);
  const table = openTable(config.TABLE_NAME);
  return () =>
    eraseAddresses({
      erasures: dynamoErasures(table),
      campaigns: dynamoCampaigns(table),
      letters: storedLetters(s3Files(config.MAIL_BUCKET)),
    });
}
