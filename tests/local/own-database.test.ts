import { existsSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createOperator } from '../../functions/handlers/operator.ts';
import { runCommand } from '../../infra/cli/program.ts';
import { databaseFile } from '../../infra/local/data-folder.ts';
import { findDatabaseProgram, startDatabase } from '../../infra/local/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { attempt, complaints, processesOf, started } from './started.ts';

it("a DynamoDB of one's own replaces the embedded database for the product and the command line", async () => {
  const database = await startDatabase();
  onTestFinished(database.stop);
  const folder = temporaryFolder();
  const own = { AWS_ENDPOINT_URL_DYNAMODB: database.endpoint };
  const { child, ended, running, output } = await started(folder, undefined, own);
  expect(output.out).toMatch(/administrator +teapot +[\w-]{14}$/m);
  expect(running.databaseEndpoint).toBe(database.endpoint);
  expect(existsSync(databaseFile(folder))).toBe(false);
  expect(processesOf(folder)).toEqual([]);
  child.kill();
  expect(await ended).toBe(0);

  expect(await runCommand(['grant-admin', 'bunny'], { DATA_DIR: folder, ...own })).toBe(
    'bunny is now an administrator.',
  );
  const operator = createOperator({ TABLE_NAME: 'asiagraphics', FILES_BUCKET: 'files' });
  expect((await operator.findMember('bunny')).role).toBe('administrator');
});

it('a database that does not reply ends the start with one sentence', async () => {
  const database = await startDatabase();
  await database.stop();
  const environment = { PORT: '0', AWS_ENDPOINT_URL_DYNAMODB: database.endpoint };
  const attempted = attempt({ DATA_DIR: temporaryFolder(), ...environment });
  expect(await attempted.ended).toBe(1);
  expect(complaints(attempted)).toBe(
    `Can't connect to the database at ${database.endpoint}. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB.\n`,
  );
});

it('a platform without the embedded database is told to set an address', () => {
  expect(() => findDatabaseProgram('sunos-sparc')).toThrow(
    'The local database isn\'t available for this platform. The package @dynoxide/sunos-sparc is not installed. Set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own: see "Other platforms" in README.md.',
  );
});
