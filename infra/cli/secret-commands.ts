import type { Command } from 'commander';
import { hashArchivePassword } from '../../functions/handlers/dependencies.ts';
import { logHash } from '../../functions/handlers/operator.ts';
import { generatePassword } from '../local/demo-data.ts';
import { StartupError } from '../local/disk/errors.ts';
import { addCommand, type CliContext } from './command.ts';
import { openStage, readLocalSecrets } from './target.ts';

export function addSecretCommands(program: Command, context: CliContext): void {
  addCommand(program, context, {
    usage: 'new-archive-password',
    description: 'Generate an archive password and the hash to store in its secret.',
    stage: 'none',
    run: async () => {
      // Changes nothing: the runbook says where the hash is stored.
      const password = generatePassword();
      return [`Password  ${password}`, `Hash      ${await hashArchivePassword(password)}`].join('\n');
    },
  });
  addCommand(program, context, {
    usage: 'log-hash <TEXT>',
    description: 'Show how the log names a username, an email address or a network.',
    run: async ({ argument: text, stage, dataFolder }) => {
      // The secret alone is read: a command on the data would start a database for it.
      const mailKey =
        stage === undefined
          ? (await readLocalSecrets(dataFolder)).mailKey
          : await (await openStage(stage)).readSecret('mailKey');
      const hash = logHash(mailKey, text);
      if (hash === undefined)
        throw new StartupError(
          `TEXT must be a username, an email address, or a network by its IP address, such as 203.0.113.7 or 2001:db8:1:2::/64. "${text}" is none of them.`,
        );
      return hash;
    },
  });
}
