import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Command } from 'commander';
import { hashArchivePassword } from '../../functions/handlers/dependencies.ts';
import { logHash } from '../../functions/handlers/operator.ts';
import { checkHasData, loadSecrets } from '../local/data-folder.ts';
import { generatePassword } from '../local/demo-data.ts';
import { StartupError } from '../local/disk/errors.ts';
import { type CliContext, stageOption } from './options.ts';
import { readStageOutputs } from './target.ts';

export function addSecretCommands(program: Command, { dataFolder, print }: CliContext): void {
  program
    .command('new-archive-password')
    .description('Generate an archive password and the hash to store in its secret.')
    .action(async () => {
      // Changes nothing: the runbook says where the hash is stored.
      const password = generatePassword();
      print([`Password  ${password}`, `Hash      ${await hashArchivePassword(password)}`].join('\n'));
    });
  program
    .command('log-hash <TEXT>')
    .description('Show how the log names a username, an email address or a network.')
    .addOption(stageOption())
    .action(async (text: string, { stage }: { stage?: string }) =>
      print(logHash(stage === undefined ? await readLocalKey(dataFolder) : await readStageKey(stage), text)),
    );
}

async function readStageKey(stageName: string): Promise<string> {
  const { outputOf, region } = await readStageOutputs(stageName);
  const SecretId = outputOf('MailKey', 'mail key');
  const { SecretString } = await new SecretsManagerClient({ region }).send(
    new GetSecretValueCommand({ SecretId }),
  );
  if (SecretString === undefined) throw new StartupError(`The secret ${SecretId} is empty.`);
  return SecretString;
}

async function readLocalKey(dataFolder: string): Promise<string> {
  checkHasData(dataFolder);
  return (await loadSecrets(dataFolder)).mailKey;
}
