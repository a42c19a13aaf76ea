import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..');

export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: [
            'tests/{site,account-island,contract,crypto,csv,documents,domain,http,mail,architecture,runner}/**/*.test.ts',
          ],
        },
      },
      {
        root,
        test: {
          name: 'api',
          include: ['tests/{store,routes,jobs,payments,files,infra-local}/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          testTimeout: 30_000,
        },
      },
      {
        root,
        test: {
          name: 'synth',
          include: ['tests/infra/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          name: 'browser',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // Two windows at once wait for each other less than one waits for its server.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
