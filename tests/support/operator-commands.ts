import type { Operator } from '../../functions/handlers/operator.ts';
import type { CliContext } from '../../infra/cli/options.ts';
import { createProgram } from '../../infra/cli/program.ts';

const context: CliContext = {
  dataFolder: '/nowhere',
  environment: {},
  print: () => {},
  withTarget: () => Promise.reject(new Error('no target')),
  asOperator: () => Promise.reject(new Error('no operator')),
};

/** The commands of `npm run ops`, to be read: they reach no data. */
export const operatorCommands = createProgram(context).commands;

/** Runs a command of `npm run ops` as this operator. Resolves to what it prints. */
export async function runAs(operator: Operator, ...args: string[]): Promise<string> {
  const printed: string[] = [];
  const program = createProgram({
    ...context,
    print: (text) => printed.push(text),
    asOperator: async (_stage, _name, task) => void printed.push(await task(operator)),
  });
  await program.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}
