import { parseArgs } from 'node:util';
import { envNames } from '../../functions/env-names.ts';
import { openTable } from '../../functions/store/client.ts';
import { deployed } from '../../functions/wire/ambient.ts';
import { hashArchivePassword } from '../../functions/wire/archive-passwords.ts';
import { wireOperator } from '../../functions/wire/operator.ts';
import { wireTreasurer } from '../../functions/wire/treasurer.ts';
import { newPassword } from '../local/new-password.ts';
import { readDataDir } from '../local/settings.ts';
import { stageOf } from '../stages.ts';
import { archiveCommand, commands, rehearsalCommand, usage } from './commands.ts';
import { onStage, onThisMachine, type Work } from './places.ts';
import { readDays } from './rehearse/days.ts';
import { rehearseDays } from './rehearse/rehearse.ts';
import { asJson, asText } from './rehearse/report.ts';
import { isTreasurerCommand, runTreasurerCommand, treasurerCommands } from './treasurer.ts';

/** Does what the arguments say and returns the sentence to print; what went wrong is thrown, with its sentence. */
export async function runCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      from: { type: 'string' },
      to: { type: 'string' },
      json: { type: 'boolean' },
      reason: { type: 'string' },
    },
  });
  if (values.help) return usage;
  const [name, username, ...rest] = positionals;
  if (name === archiveCommand && username === undefined) return newArchivePassword();
  if (name === undefined) throw new Error(usage);
  const onTable = <T>(work: Work<T>) =>
    values.stage === undefined ? onThisMachine(readDataDir(environment), work) : onStage(values.stage, work);
  if (name === rehearsalCommand) {
    const days = readDays(values.from, values.to);
    const stages = stageOf(values.stage)?.reminderStages;
    const report = await onTable((tableName, account) =>
      rehearseDays(openTable(tableName, account), days, stages),
    );
    return values.json ? asJson(days, report) : asText(days, report);
  }
  if (isTreasurerCommand(name)) {
    const given = positionals.slice(1);
    return onTable((tableName, account) => {
      const treasurer = wireTreasurer({ [envNames.tableName]: tableName }, deployed, account);
      return runTreasurerCommand(treasurer, name, given, values.reason);
    });
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new Error(
      `There is no command "${name}"; the commands are ${[...Object.keys(commands), archiveCommand, rehearsalCommand, ...Object.keys(treasurerCommands)].join(', ')}.`,
    );
  }
  if (username === undefined || rest.length > 0) throw new Error(`Give one username: ${name} NAME`);

  await onTable(async (tableName, account) => {
    const operator = wireOperator({ [envNames.tableName]: tableName }, deployed, account);
    await command.run(operator, username).catch((cause: unknown) => {
      const isUnknown = cause instanceof Error && 'code' in cause && cause.code === 'username-unknown';
      throw isUnknown ? new Error(`There is no account "${username}".`, { cause }) : cause;
    });
  });
  return command.says(username);
}

/** Changes nothing: where the hash goes says the runbook. */
async function newArchivePassword(): Promise<string> {
  const password = newPassword();
  return [`Password  ${password}`, `Hash      ${await hashArchivePassword(password)}`].join('\n');
}
