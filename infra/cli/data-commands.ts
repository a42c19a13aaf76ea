import { resolve } from 'node:path';
import { makeBackup } from '../local/backup.ts';
import { restoreBackup } from '../local/restore.ts';
import type { Description } from './command.ts';
import type { Given } from './options.ts';

/** A command for the data folder of this machine as a whole. */
export interface DataCommand extends Description {
  readonly run: (dataFolder: string, given: Given) => Promise<string>;
}

export const dataCommands: Readonly<Record<string, DataCommand>> = {
  backup: {
    takesName: 'FILE',
    does: 'Save all local data in one file, while the server runs or not. The file contains passwords and secret keys.',
    run: async (dataFolder, { name }) => {
      const file = resolve(name);
      const { files } = await makeBackup(dataFolder, file, new Date());
      return [
        `Backup of ${dataFolder} written to ${file} and checked: ${sizeOf(files)}.`,
        'It contains passwords and secret keys: keep it where nobody else can read it.',
      ].join('\n');
    },
  },
  restore: {
    takesName: 'FILE',
    takes: '[--replace]',
    does: 'Restore local data from a backup. Stop the server first. With --replace, existing data is moved aside.',
    run: async (dataFolder, { name, options }) => {
      const mayReplace = options['replace'] === true;
      const { manifest, movedTo } = await restoreBackup(resolve(name), dataFolder, {
        mayReplace,
        now: new Date(),
      });
      const restored = `Backup of ${manifest.madeAt} restored to ${dataFolder}: ${sizeOf(manifest.files)}.`;
      return movedTo === undefined ? restored : `${restored}\nThe data that was there is now in ${movedTo}.`;
    },
  },
};

function sizeOf(files: readonly { bytes: number }[]): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  return `${files.length.toLocaleString('en')} files, ${megabytes.toFixed(1)} MB`;
}
