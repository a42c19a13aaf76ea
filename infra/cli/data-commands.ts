import { resolve } from 'node:path';
import type { Command } from 'commander';
import { makeBackup } from '../local/backup.ts';
import { restoreBackup } from '../local/restore.ts';
import type { CliContext } from './options.ts';

/** Commands for this machine's data folder as a whole. */
export function addDataCommands(program: Command, { dataFolder, print }: CliContext): void {
  program
    .command('backup <FILE>')
    .description(
      'Save all local data in one file, while the server runs or not. The file contains passwords and secret keys.',
    )
    .action(async (name: string) => {
      const file = resolve(name);
      const { files } = await makeBackup(dataFolder, file, new Date());
      print(
        [
          `Backup of ${dataFolder} written to ${file} and checked: ${formatSize(files)}.`,
          'It contains passwords and secret keys: keep it where nobody else can read it.',
        ].join('\n'),
      );
    });
  program
    .command('restore <FILE>')
    .description('Restore local data from a backup. Stop the server first.')
    .option('--replace', 'move existing data aside')
    .action(async (name: string, { replace: mayReplace = false }: { replace?: boolean }) => {
      const { manifest, movedTo } = await restoreBackup(resolve(name), dataFolder, {
        mayReplace,
        now: new Date(),
      });
      const restored = `Backup of ${manifest.madeAt} restored to ${dataFolder}: ${formatSize(manifest.files)}.`;
      print(movedTo === undefined ? restored : `${restored}\nThe data that was there is now in ${movedTo}.`);
    });
}

function formatSize(files: readonly { bytes: number }[]): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  return `${files.length.toLocaleString('en')} files, ${megabytes.toFixed(1)} MB`;
}
