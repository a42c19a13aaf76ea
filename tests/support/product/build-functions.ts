import { buildFunction, functionNames } from '../../../infra/build-functions.ts';

/** All functions, once for all tests that run, copy or synthesise them. */
export default async (): Promise<void> => {
  await Promise.all(functionNames.map((name) => buildFunction(name)));
};
