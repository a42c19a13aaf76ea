import { join, resolve } from 'node:path';
import { StartupError } from './disk/errors.ts';
import { type SesAccount, sesAccounts } from './emulators/ses.ts';

export const projectFolder = join(import.meta.dirname, '../..');

const DEFAULT_PORT = '8080';
const DEFAULT_DATA_DIR = '.data';

export function readPort({ PORT = '' }: NodeJS.ProcessEnv): number {
  const port = PORT || DEFAULT_PORT;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new StartupError(`PORT is "${PORT}". Set it to a number from 1 to 65535.`);
}

/**
 * Whether administrators must have two-step verification, as on a deployed stage. By default they need not: demo accounts
 * log in without a setup.
 */
export const readSecondFactor = (environment: NodeJS.ProcessEnv): 'required' | 'optional' =>
  readChoice(environment, 'SECOND_FACTOR', { optional: 'optional', required: 'required' });

/** Whether a new copy gets members to look at, besides the demo accounts. */
export const readSampleMembers = (environment: NodeJS.ProcessEnv): boolean =>
  readChoice(environment, 'SAMPLE_MEMBERS', { some: true, none: false });

/** The account at the emulator of SES: one that may send, or one whose emails are rejected. */
export const readSesAccount = (environment: NodeJS.ProcessEnv): SesAccount =>
  readChoice<SesAccount>(environment, 'SES_ACCOUNT', sesAccounts);

/** One of the choices by its name; without one, the first. */
function readChoice<T>(environment: NodeJS.ProcessEnv, variable: string, choices: Record<string, T>): T {
  const { [variable]: given = '' } = environment;
  const found = Object.entries(choices).find(([name]) => given === '' || given === name);
  if (found) return found[1];
  throw new StartupError(`${variable} is "${given}". Set it to one of ${Object.keys(choices).join(', ')}.`);
}

/** A DynamoDB that replaces the embedded database. */
export function readDatabaseEndpoint({
  AWS_ENDPOINT_URL_DYNAMODB: url = '',
}: NodeJS.ProcessEnv): string | undefined {
  if (url === '') return undefined;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url;
  throw new StartupError(
    `AWS_ENDPOINT_URL_DYNAMODB is "${url}". Set it to the address of a DynamoDB, for example http://localhost:8000.`,
  );
}

/** The folder of all local data; a relative path starts from the project's folder. */
export const readDataDir = ({ DATA_DIR = '' }: NodeJS.ProcessEnv): string =>
  resolve(projectFolder, DATA_DIR || DEFAULT_DATA_DIR);

/** The real time or, with `NOW`, a clock that starts at that date or time, to try out the end of a year. */
export function readClock({ NOW = '' }: NodeJS.ProcessEnv): () => Date {
  if (NOW === '') return () => new Date();
  const ahead = Date.parse(NOW) - Date.now();
  if (Number.isNaN(ahead))
    throw new StartupError(`NOW is "${NOW}". Set it to a date or time, for example 2026-12-01.`);
  return () => new Date(Date.now() + ahead);
}
