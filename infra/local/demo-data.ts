import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import { addDays, firstOfJanuary, hongKongDate, yearOf } from '#shared/hong-kong';
import { hashPassword } from '#shared/password-hash';
import type { InProcess } from '../../functions/handlers/in-process.ts';
import type { Operator } from '../../functions/handlers/operator.ts';
import { errorCode } from './disk/errors.ts';
import { readJsonFile, readOrMoveAway, replaceFile } from './disk/files.ts';
import { S3Objects } from './emulators/s3.ts';
import { localFilesBucket, projectFolder } from './settings.ts';

const StoredAccount = z.object({ username: z.string(), password: z.string(), role: z.string() });
type StoredAccount = z.output<typeof StoredAccount>;
const StoredAccounts = z.object({ complete: z.boolean(), accounts: z.array(StoredAccount) });

export interface DemoAccount extends StoredAccount {
  /** Only a `ready` account can be logged in to with the password. */
  state: 'ready' | 'deleted' | 'password changed' | 'disabled';
}

/** Calls the API as a browser does; resolves to the reply. */
export type CallApi = (path: string, body: object) => Promise<Response>;

/** The reason in the audit log. */
const SAMPLE = 'Sample data';

const sampleConferences = [
  {
    name: 'Sample Symposium on Teapots',
    link: 'https://example.org/teapots',
    venue: 'Kitchen, Sampleville',
    date: 'June 3 – July 1, 2024',
  },
  { name: 'Sample Workshop on Boxes', link: '', venue: 'Cornell Box, Sampleville', date: '' },
];

/** The famous test models of computer graphics, whom nobody takes for real people. */
const people = [
  {
    role: 'administrator',
    username: 'teapot',
    names: ['Utah', 'Teapot'],
    prepare: (operator: Operator) => operator.grantAdmin('teapot'),
  },
  {
    role: 'active member',
    username: 'bunny',
    names: ['Stanford', 'Bunny'],
    prepare: async (operator: Operator, today: string) => {
      const period = { startDate: today, endDate: newYear(today, 1) };
      await operator.grantTerm('bunny', { type: 'professional', ...period }, SAMPLE);
      for (const attendance of sampleConferences)
        await operator.addConferenceRecord('bunny', attendance, SAMPLE);
    },
  },
  {
    role: 'expired member',
    username: 'cornell',
    names: ['Cornell', 'Box'],
    prepare: (operator: Operator, today: string) => {
      const period = { startDate: newYear(today, -2), endDate: newYear(today, -1) };
      return operator.grantTerm('cornell', { type: 'student', ...period }, SAMPLE);
    },
  },
] as const;

const newYear = (today: string, yearsFromNow: number) => firstOfJanuary(yearOf(today) + yearsFromNow);

export interface DemoAccountDeps {
  callApi: CallApi;
  operator: Operator;
  /** Of a password as the browser sends it. */
  isPasswordOf: InProcess['isPasswordOf'];
  now: Date;
}

/** It exists from the first start on. */
export const demoAccountsFile = (folder: string): string => join(folder, 'accounts.json');

/**
 * Three accounts to look around with, with verified addresses, so that they can pay and get email. They are made at the
 * first start and stored with their passwords in the data folder.
 */
export async function createDemoAccounts(
  folder: string,
  context: DemoAccountDeps,
): Promise<readonly DemoAccount[]> {
  const { callApi, operator, now } = context;
  const file = demoAccountsFile(folder);
  const remembered = await readOrMoveAway(StoredAccounts, file);
  const accounts =
    remembered?.accounts ??
    people.map(({ role, username }) => ({ username, password: generatePassword(), role }));
  if (!remembered?.complete) {
    const remember = (complete: boolean) =>
      replaceFile(file, JSON.stringify({ complete, accounts }, null, 2));
    // Stored before they are made: after an interrupted start, the next one continues with the same passwords.
    await remember(false);
    for (const { username, names, prepare } of people) {
      const isMember = (await findMember(operator, username)) !== undefined;
      // Without the file, an existing account stays as it is.
      if (isMember && !remembered) continue;
      const { password = '' } = accounts.find((each) => each.username === username) ?? {};
      if (!isMember) await register(callApi, username, password, names);
      await operator.markEmailVerified(username);
      await prepare(operator, hongKongDate(now));
    }
    await remember(true);
  }
  return Promise.all(accounts.map((each) => withState(context, each)));
}

async function withState(
  { operator, isPasswordOf }: DemoAccountDeps,
  account: StoredAccount,
): Promise<DemoAccount> {
  const member = await findMember(operator, account.username);
  if (!member) return { ...account, state: 'deleted' };
  if (member.state !== 'active') return { ...account, state: 'disabled' };
  const isRight = await isPasswordOf(member, await hashPassword(account.password, member.salt));
  return { ...account, state: isRight ? 'ready' : 'password changed' };
}

const findMember = (operator: Operator, username: string) =>
  operator.findMember(username).catch((cause: unknown) => {
    if (errorCode(cause) === 'username-not-found') return undefined;
    throw cause;
  });

async function register(
  callApi: CallApi,
  userName: string,
  password: string,
  [firstName, lastName]: readonly [string, string],
): Promise<void> {
  const { salt } = z
    .object({ salt: z.string() })
    .parse(await (await callApi('/auth/genSalt', { username: userName })).json());
  const reply = await callApi('/auth/register', {
    userName,
    firstName,
    lastName,
    gender: 'prefer_not_to_say',
    email: `${userName}@asiagraphics.example`,
    affiliation: 'Graphics Test Models',
    country: 'Hong Kong',
    title: 'Dr.',
    yearOfDegree: 2015,
    password: await hashPassword(password, salt),
    salt,
  });
  if (reply.status !== 201) {
    throw new Error(`The account ${userName} couldn't be created: ${await reply.text()}`);
  }
}

const ArchivePassword = z.object({ archivePassword: z.string(), archivePasswordHash: z.string() });
export type ArchivePassword = z.output<typeof ArchivePassword>;

const DAMAGED = 'Delete it, then start again: the archive gets a new demo password.';

/** The demo password of the archive, made once. */
export async function loadArchivePassword(
  folder: string,
  hash: (password: string) => Promise<string>,
): Promise<ArchivePassword> {
  const file = join(folder, 'archive.json');
  const known = await readJsonFile(ArchivePassword, file, DAMAGED);
  if (known !== undefined) return known;
  const archivePassword = generatePassword();
  const made = { archivePassword, archivePasswordHash: await hash(archivePassword) };
  await replaceFile(file, JSON.stringify(made, null, 2));
  return made;
}

const documents = join(projectFolder, 'content/archive/documents');

/** Puts the archive's documents where a deployment uploads them. */
export async function copyArchiveDocuments(filesFolder: string): Promise<void> {
  const objects = new S3Objects(join(filesFolder, localFilesBucket));
  for (const name of await readdir(documents)) {
    const type = name.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream';
    await objects.put(s3Prefixes.archive + name, await readFile(join(documents, name)), {
      'content-type': type,
    });
  }
}

/** Twelve letters and digits that nobody confuses, in groups. */
export function generatePassword(): string {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('');
  return `${group()}-${group()}-${group()}`;
}

/** More test models of computer graphics. */
const sampleNames = [
  ...['Armadillo', 'Asian Dragon', 'Beast', 'Bimba', 'Blub', 'Bob', 'Dragon', 'Elephant', 'Fandisk'],
  ...['Fertility', 'Gargoyle', 'Gyroid', 'Happy Buddha', 'Homer', 'Horse', 'Igea', 'Kitten', 'Knot'],
  ...['Lucy', 'Mannequin', 'Ogre', 'Pensatore', 'Rocker Arm', 'Spot', 'Suzanne', 'Thai Statue', 'Woody'],
];
const sampleCategories = [
  ...['Ordinary', 'Student', 'Ordinary', 'Fellow', 'Student', 'Ordinary'],
  ...['Institutional contact', 'Student', 'Honorary'],
];
const sampleUsernameOf = (name: string): string => `sample-${name.toLowerCase().replace(' ', '-')}`;

/** The first of them joined so many years ago. */
const YEARS = 7;
/** A part of them pays by bank transfer, one after the other. */
const DAYS_BETWEEN_TRANSFERS = 8;
const FEE = 36_000;

/**
 * Members with the memberships of several years, of whom some have renewed, so that lists, filters and the dashboard have
 * something to show. They come as an association's own list does, by an import, and nobody has invited them yet.
 */
export async function createSampleMembers(
  { operator, importFile }: Pick<InProcess, 'operator' | 'importFile'>,
  now: Date,
): Promise<void> {
  const today = hongKongDate(now);
  await importFile({
    kind: 'members',
    fileName: 'sample-members.csv',
    text: listOfMembers(yearOf(today)),
    columns: {},
    existing: 'skip',
    verifiedReason: SAMPLE,
  });

  const payers = sampleNames.filter((_, place) => place % 3 === 0);
  for (const [place, name] of payers.entries())
    await recordTransfer(operator, name, addDays(today, -DAYS_BETWEEN_TRANSFERS * place), `FPS ${place + 1}`);
  const [first = ''] = payers;
  // One more than a member can owe, which waits for a review.
  for (const reference of ['FPS 90', 'FPS 91']) await recordTransfer(operator, first, today, reference);
}

const recordTransfer = (operator: Operator, name: string, date: string, reference: string) =>
  operator.recordBankTransfer(
    sampleUsernameOf(name),
    { type: 'professional', amountMinorUnits: FEE, date, reference },
    SAMPLE,
  );

/** A row for each membership; one in four has not renewed for a year or more. */
function listOfMembers(thisYear: number): string {
  const rows = sampleNames.flatMap((name, place) => {
    const category = sampleCategories[place % sampleCategories.length] ?? '';
    const person = `${sampleUsernameOf(name)}@asiagraphics.example,Sample,${name},Graphics Test Models,${category}`;
    const type = category === 'Student' ? 'student' : 'professional';
    const last = thisYear - (place % 4 === 1 ? 1 + (place % 3) : 0);
    const first = Math.min(last, thisYear - YEARS + 1 + (place % YEARS));
    return Array.from({ length: last - first + 1 }, (_, at) =>
      [person, type, firstOfJanuary(first + at), firstOfJanuary(first + at + 1)].join(),
    );
  });
  const header =
    'Email,First name,Last name,Affiliation,Category,Membership type,Membership start,Membership end';
  return [header, ...rows].join('\n');
}
