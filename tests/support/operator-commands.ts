import { createProgram } from '../../infra/cli/program.ts';

/** The commands of `npm run ops`, to be read: they reach no data. */
export const operatorCommands = createProgram({
  dataFolder: '/nowhere',
  environment: {},
  print: () => {},
  withTarget: () => Promise.reject(new Error('no target')),
  asOperator: () => Promise.reject(new Error('no operator')),
}).commands;
