import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { logHash } from '../../functions/handlers/operator.ts';
import { checkHasData, loadSecrets } from '../local/data-folder.ts';
import { StartupError } from '../local/disk/errors.ts';
import { outputsOfStage } from './target.ts';

/** What stands in a stage's log for this text. */
export async function logHashOnStage(stageName: string, text: string): Promise<string> {
  const { outputOf, region } = await outputsOfStage(stageName);
  const SecretId = outputOf('MailKey', 'mail key');
  const { SecretString } = await new SecretsManagerClient({ region }).send(
    new GetSecretValueCommand({ SecretId }),
  );
  if (SecretString === undefined) throw new StartupError(`The secret ${SecretId} is empty.`);
  return logHash(SecretString, text);
}

/** What stands in the log of this machine's product. */
export async function logHashOnThisMachine(dataFolder: string, text: string): Promise<string> {
  checkHasData(dataFolder);
  const { mailKey } = await loadSecrets(dataFolder);
  return logHash(mailKey, text);
}
