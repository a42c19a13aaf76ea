import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { formatCsv } from '#shared/csv';
import { s3Prefixes } from '#shared/deployment';
import { StartupError } from '../local/disk/errors.ts';
import { BUCKETS, type DataPlace, readObject, walkKeys, walkRows } from './data-place.ts';

/** The rows of each file, by the beginning of their keys; the first that fits counts. */
const KINDS: readonly { file: string | undefined; pk: string; sk?: string; kind?: string }[] = [
  { file: 'members', pk: 'MEMBER#', sk: 'PROFILE' },
  { file: 'membership-periods', pk: 'MEMBER#', sk: 'TERM#' },
  { file: 'voided-membership-periods', pk: 'MEMBER#', sk: 'VOIDED#' },
  { file: 'conference-records', pk: 'MEMBER#', sk: 'CONFERENCE#' },
  { file: 'receipts', pk: 'MEMBER#', sk: 'RECEIPT#' },
  { file: 'reminders', pk: 'MEMBER#', sk: 'REMINDER#' },
  { file: 'notes', pk: 'MEMBER#', sk: 'NOTE#' },
  { file: 'emails-to-members', pk: 'MEMBER#', sk: 'EMAIL#' },
  { file: 'account-history', pk: 'MEMBER#', sk: 'AUDIT#' },
  { file: 'administrators', pk: 'ADMINISTRATOR' },
  { file: 'refunds', pk: 'PAYMENT#', sk: 'REFUND#' },
  { file: 'voided-payments', pk: 'PAYMENT#', sk: 'VOID' },
  { file: 'payments', pk: 'PAYMENT#' },
  { file: 'payments-to-review', pk: 'PAYMENT-REVIEW' },
  { file: 'payments-reviewed', pk: 'PAYMENT-RESOLVED' },
  { file: 'campaigns', pk: 'MAIL#', sk: 'MAIL', kind: 'campaign' },
  { file: 'codes-and-notices', pk: 'MAIL#', sk: 'MAIL' },
  { file: 'deliveries', pk: 'MAIL#', sk: 'TO#' },
  { file: 'blocked-addresses', pk: 'SUPPRESSION' },
  { file: 'imports', pk: 'IMPORT' },
  { file: 'audit-log', pk: 'AUDIT#' },
  { file: 'counters', pk: 'COUNTER#' },
  { file: 'segments', pk: 'SEGMENT' },
  { file: 'former-payers', pk: 'FORMER-PAYER' },
  { file: 'statistics', pk: 'STATISTICS' },
  { file: 'conferences', pk: 'CONFERENCES' },
  { file: 'templates', pk: 'CAMPAIGN-TEMPLATE' },
  // Credentials, which no other system could use.
  { file: undefined, pk: 'MEMBER#', sk: 'SESSION#' },
  { file: undefined, pk: 'MEMBER#', sk: 'RESET' },
  { file: undefined, pk: 'MEMBER#', sk: 'VERIFICATION' },
  { file: undefined, pk: 'MEMBER#', sk: 'SECOND-FACTOR' },
  { file: undefined, pk: 'MEMBER#', sk: 'PASSKEY#' },
  { file: undefined, pk: 'CARD#' },
  // Markers of what other rows say, and what lasts for a week at most.
  ...[
    ...['USERNAME#', 'EMAIL#', 'REFERENCE#', 'CAMPAIGNS', 'CAMPAIGNS-ARCHIVED', 'CAMPAIGNS-TESTS'],
    ...[
      'CAMPAIGN-KEY#',
      'PAYMENT-EVENT#',
      'LIMIT#',
      'DECOY#',
      'ERASURE',
      'LEDGER-FILE#',
      'ATTEMPT#',
      'SALT-FORMS',
      'IMPORT-WORKER',
      'MAIL-SENDER',
    ],
  ].map((pk) => ({ file: undefined, pk })),
];

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

/** Rows of a kind that is not listed above: better in the wrong file than in none. */
export const UNKNOWN = 'other-records';

type Row = Record<string, unknown>;

/** The file that a row belongs to; undefined for one that is left out. */
export function exportFileOf({ pk, sk, kind }: Row): string | undefined {
  const [key, sortKey] = [String(pk), String(sk)];
  const found = KINDS.find(
    (each) =>
      (each.pk.endsWith('#') ? key.startsWith(each.pk) : key === each.pk) &&
      (each.sk === undefined ||
        sortKey === each.sk ||
        ((each.sk.endsWith('#') || each.sk === 'SECOND-FACTOR') && sortKey.startsWith(each.sk))) &&
      (each.kind === undefined || each.kind === kind),
  );
  return found ? found.file : UNKNOWN;
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
  const found: Record<string, Row[]> = {};
  for await (const page of walkRows(place))
    for (const item of page) {
      const row = unmarshall(item);
      const file = exportFileOf(row);
      if (file === undefined) continue;
      found[file] ??= [];
      found[file].push(row);
    }
  const records: Record<string, Row[]> = {};
  for (const file of Object.keys(found).sort()) {
    const rows = (found[file] ?? []).toSorted(byKey).map(toRecord);
    records[file] = rows;
    await writeFile(join(folder, `${file}.json`), JSON.stringify(rows, null, 2), { mode: 0o600 });
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort(byColumn);
    const csv = await formatCsv(rows.map(toCells), columns);
    await writeFile(join(folder, `${file}.csv`), `\ufeff${csv}`, { mode: 0o600 });
  }
  const objects = await exportObjects(place, folder);
  return {
    records: Object.fromEntries(Object.entries(records).map(([file, rows]) => [file, rows.length])),
    objects,
  };
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
      const object = await readObject(place, bucket, key);
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
