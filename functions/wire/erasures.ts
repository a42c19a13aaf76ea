import { type Environment, ErasureConfig, readConfig } from '../config.ts';
import type { Ambient } from '../domain/ambient.ts';
import { storedLetters } from '../files/letters.ts';
import { s3Files } from '../files/s3.ts';
import { eraseAddresses } from '../jobs/erase-addresses.ts';
import { dynamoCampaigns } from '../store/campaigns.ts';
import { openTable } from '../store/client.ts';
import { dynamoErasures } from '../store/erasures.ts';
import { asRun, type Run } from './run.ts';

export function wireErasures(environment: Environment, ambient: Ambient): Run<void> {
  const config = readConfig(ErasureConfig, environment);
  const table = openTable(config.TABLE_NAME);
  const needs = {
    erasures: dynamoErasures(table),
    campaigns: dynamoCampaigns(table),
    letters: storedLetters(s3Files(config.MAIL_BUCKET)),
  };
  return asRun('erase-addresses', ambient, () => eraseAddresses(needs));
}
