import { createProgram } from '../../infra/cli/program.ts';

/** The commands of `npm run ops`, to be read: they reach no data. */
export const operatorCommands = createProgram({ environment: {}, print: () => {} }).commands;
