import type { Command } from 'commander';
import { hashArchivePassword } from '../../functions/handlers/dependencies.ts';
import { logHash } from '../../functions/handlers/operator.ts';
import { generatePassword } from '../local/demo-data.ts';
import { StartupError } from '../local/disk/errors.ts';
import { type CliContext, stageOption } from './options.ts';
import { readLocalSecrets, readStageSecret } from './target.ts';

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
    .action(async (text: string, { stage }: { stage?: string }) => {
      const key =
        stage === undefined
          ? (await readLocalSecrets(dataFolder)).mailKey
          : await readStageSecret(stage, 'mailKey');
      const hash = logHash(key, text);
      if (hash === undefined)
        throw new StartupError(
          `TEXT must be a username, an email address, or a network by its IP address, such as 203.0.113.7 or 2001:db8:1:2::/64. "${text}" is none of them.`,
        );
      print(hash);
    });
}
