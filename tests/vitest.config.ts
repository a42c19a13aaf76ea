import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './support/time-limits.ts';

const root = join(import.meta.dirname, '..');
/** Files share a worker, which loads each module once. */
const shared = {
  isolate: false,
  setupFiles: ['tests/support/leave-no-trace.ts'],
  // V8's baseline compiler runs at the first call: most functions run too seldom to be compiled by it otherwise.
  execArgv: ['--always-sparkplug'],
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
  expect: { poll: { timeout: WAIT_LIMIT_MS } },
  // They wait for browsers, servers and timers half of the time.
  maxWorkers: availableParallelism() * 2,
};

/** The longest files first, so that none is left over at the end: journeys wait most, and the units run beside the last. */
const PROJECTS = ['browser', 'local', 'synth', 'api', 'unit'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const database = 'tests/support/table/database.ts';
const builtSite = 'tests/support/product/build-site.ts';
const builtFunctions = 'tests/support/product/build-functions.ts';

const project = (name: string, folder: string, ...globalSetup: string[]) => ({
  root,
  test: { ...shared, name, include: [`tests/${folder}/**/*.test.ts`], globalSetup },
});

export default defineConfig({
  root,
  test: {
    teardownTimeout: WAIT_LIMIT_MS,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', 'unit'),
      project('api', 'api', database),
      project('local', 'local', database),
      project('synth', 'infra', database, builtSite, builtFunctions),
      project('browser', 'journeys', database, builtSite),
      // Needs moto, a program that npm does not install: `npm run check:aws` runs it, not `npm test`.
      project('aws', 'aws', builtFunctions),
    ],
  },
});
