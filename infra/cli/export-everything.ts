import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { formatCsv } from '#shared/csv';
import { s3Prefixes } from '#shared/deployment';
import { StartupError } from '../local/disk/errors.ts';
import { BUCKETS, type DataPlace, filesOf, walkKeys, walkRows } from './data-place.ts';

/** Kinds of rows that no file has. */
const KINDS_LEFT_OUT = new Set([
  // Credentials, which no other system could use.
  ...['member-session', 'member-reset', 'member-verification', 'member-passkey', 'card'],
  ...['member-second-factor', 'member-second-factor-setup'],
  // Markers of what other rows say, and what lasts for a week at most.
  ...['username', 'email', 'reference', 'campaigns', 'campaigns-archived', 'campaigns-tests', 'campaign-key'],
  // Of earlier releases: these rows stay for 30 days.
  'payment-event',
  ...['limit', 'decoy', 'erasure', 'ledger-file', 'attempt', 'salt-forms'],
  ...['import-worker', 'mail-sender'],
]);

/** Keys of the table and its indexes, and parts of credentials. */
const LEFT_OUT = new Set([
  ...[
    'pk',
    'sk',
    'directory',
    'directoryKey',
    'ledgerMonth',
    'ledgerKey',
    'ledgerKind',
    'due',
    'dueAt',
    'expiresAt',
    'attemptId',
    // Rows of earlier releases have it in place of `attemptId`.
    'registrationId',
  ],
  ...['passwordHash', 'salt', 'parts', 'greeting', 'preheader', 'cardId'],
]);

/** What members' imports bring along, with salts and hashes of passwords, and copies that last a day. */
const OBJECTS_LEFT_OUT = [s3Prefixes.imports, s3Prefixes.exports, s3Prefixes.ledger];

type Row = Record<string, unknown>;

/** What has rows of several kinds, by the first parts of their sort keys. */
const OWNERS = ['MEMBER', 'PAYMENT', 'MAIL'];

/** The file that a row belongs to, named by its key; undefined for one that is left out. */
export function exportFileOf({ pk, sk }: Row): string | undefined {
  const [owner = ''] = String(pk).split('#');
  const [part = ''] = String(sk).split('#');
  const hasParts = OWNERS.includes(owner) && part !== owner;
  const kind = (hasParts ? `${owner}-${part}` : owner).toLowerCase();
  if (kind === 'member-profile') return 'members';
  return KINDS_LEFT_OUT.has(kind) ? undefined : kind;
}

/**
 * Writes all data as CSV and JSON that need no program of ours: a pair of files for each kind of record, and the objects
 * of each bucket. Passwords and other credentials are left out. Returns the number of records by file, and of objects.
 */
export async function exportEverything(
  place: DataPlace,
  folder: string,
): Promise<{ records: Record<string, number>; objects: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new StartupError(`${folder} isn't empty. Choose another folder.`);
  // Page by page: only what is exported is kept.
  const files = new Map<string, Row[]>();
  for await (const page of walkRows(place))
    for (const item of page) {
      const row = unmarshall(item);
      const file = exportFileOf(row);
      if (file === undefined) continue;
      const rows = files.get(file) ?? [];
      rows.push(row);
      files.set(file, rows);
    }
  const records: Record<string, number> = {};
  for (const file of [...files.keys()].sort()) {
    const rows = (files.get(file) ?? []).toSorted(byKey).map(toRecord);
    records[file] = rows.length;
    await writeFile(join(folder, `${file}.json`), JSON.stringify(rows, null, 2), { mode: 0o600 });
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort(byColumn);
    const csv = await formatCsv(rows.map(toCells), columns);
    await writeFile(join(folder, `${file}.csv`), `\ufeff${csv}`, { mode: 0o600 });
  }
  return { records, objects: await exportObjects(place, folder) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** DynamoDB returns partitions in an order of its own. */
const byKey = (a: Row, b: Row): number =>
  compare(String(a['pk']), String(b['pk'])) || compare(String(a['sk']), String(b['sk']));

/** What a record is found by comes first. */
const FIRST_COLUMNS = ['uid', 'mailId', 'id', 'username', 'email', 'firstName', 'lastName'];
const placeOf = (column: string): number => FIRST_COLUMNS.indexOf(column) + 1 || FIRST_COLUMNS.length + 1;
const byColumn = (a: string, b: string): number => placeOf(a) - placeOf(b) || compare(a, b);

/** The member's ID and the email's ID may stand in the key alone. */
function toRecord(row: Row): Row {
  const [kind, id] = String(row['pk']).split('#');
  const owner = kind === 'MEMBER' ? { uid: id } : kind === 'MAIL' ? { mailId: id } : {};
  const shown = Object.entries(row).filter(([name]) => !LEFT_OUT.has(name));
  return { ...owner, ...Object.fromEntries(shown) };
}

const toCells = (row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value ?? ''),
    ]),
  );

async function exportObjects(place: DataPlace, folder: string): Promise<number> {
  let count = 0;
  for (const bucket of BUCKETS)
    for await (const key of walkKeys(place, bucket)) {
      if (!isSafePath(key) || OBJECTS_LEFT_OUT.some((prefix) => key.startsWith(prefix))) continue;
      const object = await filesOf(place, bucket).get(key);
      if (!object) continue;
      const file = join(folder, bucket, key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, object.body, { mode: 0o600 });
      count += 1;
    }
  return count;
}

/** Keys are ours; one that would lead out of the folder is none of them. */
const isSafePath = (key: string): boolean =>
  !key.includes('\\') && key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
