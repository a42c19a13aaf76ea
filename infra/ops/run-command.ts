import { parseArgs } from 'node:util';
import type { Operator } from '../../functions/wire/operator.ts';
import { readDataDir } from '../local/settings.ts';
import { commands, usage } from './commands.ts';
import { onStage, onThisMachine } from './operator.ts';

/** Does what the arguments say and returns the sentence to print; what went wrong is thrown, with its sentence. */
export async function runCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { stage: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return usage;
  const [name, username, ...rest] = positionals;
  if (name === undefined) throw new Error(usage);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    throw new Error(`There is no command "${name}"; the commands are ${Object.keys(commands).join(', ')}.`);
  }
  if (username === undefined || rest.length > 0) throw new Error(`Give one username: ${name} NAME`);

  const work = async (operator: Operator) => {
    await command.run(operator, username).catch((cause: unknown) => {
      const isUnknown = cause instanceof Error && 'code' in cause && cause.code === 'username-unknown';
      throw isUnknown ? new Error(`There is no account "${username}".`, { cause }) : cause;
    });
  };
  if (values.stage !== undefined) await onStage(values.stage, work);
  else await onThisMachine(readDataDir(environment), work);
  return command.says(username);
}
