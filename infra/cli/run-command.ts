import { parseArgs } from 'node:util';
import { type ErrorCode, errorMessages, isErrorCode } from '#shared/errors';
import { hashArchivePassword } from '../../functions/handlers/dependencies.ts';
import { createOperator } from '../../functions/handlers/operator.ts';
import { openTable } from '../../functions/platform/table/table.ts';
import { generatePassword } from '../local/demo-data.ts';
import { readDataDir } from '../local/settings.ts';
import { stageOf } from '../stages.ts';
import {
  archiveCommand,
  checkOptions,
  commands,
  logHashCommand,
  rehearsalCommand,
  usageOf,
} from './commands.ts';
import { dataCommands } from './data-commands.ts';
import { logHashOnStage, logHashOnThisMachine } from './log-hash.ts';
import { options } from './options.ts';
import { formatReport, formatReportJson, parsePeriod, rehearseDays } from './rehearse.ts';
import { type TargetTask, withLocalData, withStage } from './target.ts';

/** Does what the arguments say and returns the sentence to print; what went wrong is thrown, with its sentence. */
export async function runCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [name, username, ...rest] = positionals;
  if (name !== undefined) checkOptions(name, Object.keys(values));
  if (values.help) return usageOf(name);
  if (name === undefined) throw new Error(usageOf());
  if (name === archiveCommand && username === undefined) return newArchivePassword();
  if (name === logHashCommand) {
    if (username === undefined || rest.length > 0) throw new Error(`Usage: ${logHashCommand} TEXT`);
    return values.stage === undefined
      ? logHashOnThisMachine(readDataDir(environment), username)
      : logHashOnStage(values.stage, username);
  }
  const onTable = <T>(work: TargetTask<T>) =>
    values.stage === undefined
      ? withLocalData(readDataDir(environment), work)
      : withStage(values.stage, work);
  if (name === rehearsalCommand) {
    const days = parsePeriod(values.from, values.to);
    const stages = stageOf(values.stage)?.reminderStages;
    const report = await onTable(({ TABLE_NAME }) => rehearseDays(openTable(TABLE_NAME), days, stages));
    return values.json ? formatReportJson(days, report) : formatReport(days, report);
  }
  const given = { name: username ?? '', options: values };
  const command = commands[name];
  const dataCommand = dataCommands[name];
  const { takesName, nameIsOptional = false } = command ?? dataCommand ?? { takesName: '' };
  if (takesName === '' && username !== undefined) throw new Error(`${name} takes no argument.`);
  if ((username === undefined && !nameIsOptional) || rest.length > 0) {
    throw new Error(`Usage: ${name} ${takesName ?? 'NAME'}`);
  }
  if (dataCommand !== undefined) {
    if (values.stage === undefined) return dataCommand.run(readDataDir(environment), given);
    throw new Error(
      `${name} is for local data. A deployed stage keeps backups by itself: infra/README.md, "Restore the table".`,
    );
  }
  if (command === undefined) throw new Error(usageOf());
  return onTable(async (place) =>
    command.run(createOperator({ ...place }), given).catch(inWords(given.name)),
  );
}

/** Where the code's own sentence speaks of a screen or of a field in sight, or says less than the command line can. */
const ownSentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  'member-conflict': 'Someone else has just changed this member. Run "member NAME", then try again.',
  'second-factor-off': "The member hasn't set up two-step verification.",
  'term-not-found': 'This membership period doesn\'t exist. Run "member NAME" to list them ("endDate#id").',
  'term-period-invalid': 'A membership period must end on a 1 January after its start date.',
  'date-in-future': 'The date must be today or earlier.',
  'conference-record-not-found': 'The member doesn\'t have this conference. Run "member NAME" to list them.',
  'import-not-found': 'This import doesn\'t exist. Run "imports" to list them.',
  'import-file-expired':
    'The data of this import has been deleted. Cancel the import, then import the file again.',
  'payment-not-in-review': 'This payment doesn\'t need review. Run "treasurer" to list them.',
};

const inWords =
  (username: string) =>
  (cause: unknown): never => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!isErrorCode(code)) throw cause;
    const sentence =
      code === 'username-not-found'
        ? `No account has the username "${username}".`
        : (ownSentences[code] ?? errorMessages[code]);
    throw new Error(sentence, { cause });
  };

/** Changes nothing: where the hash goes says the runbook. */
async function newArchivePassword(): Promise<string> {
  const password = generatePassword();
  return [`Password  ${password}`, `Hash      ${await hashArchivePassword(password)}`].join('\n');
}
