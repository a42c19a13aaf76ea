import { functionNames } from '../../../functions/platform/time-limits.ts';
import { buildFunction } from '../../../infra/build-functions.ts';

/** Global setup: builds each function once, before the tests that need the built code. */
export default async (): Promise<void> => {
  await Promise.all(functionNames.map((name) => buildFunction(name)));
};
