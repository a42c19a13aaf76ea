import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  type DynamoDBClientConfig,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2, type S3 } from '@aws-sdk/client-s3';
import pLimit from 'p-limit';
import { batchesOf } from '#shared/paging';
import { type Files, s3Files } from '../../functions/platform/files.ts';

/** A table and its buckets, with the clients that reach them. */
export interface DataPlace {
  table: string;
  dynamodb: DynamoDBClient;
  /** What the client was made with. */
  connection: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;
  s3: S3;
  buckets: Readonly<Record<BucketName, string>>;
}

export const BUCKETS = ['files', 'mail', 'images'] as const;
export type BucketName = (typeof BUCKETS)[number];

type Row = Record<string, AttributeValue>;

/** All rows, page by page, each as it stands after every write so far. */
export async function* walkRows({ dynamodb, table }: DataPlace): AsyncGenerator<Row[], void> {
  for await (const { Items = [] } of paginateScan(
    { client: dynamodb },
    { TableName: table, ConsistentRead: true },
  ))
    yield Items;
}

const MOST_WRITES = 25;
const CONCURRENT_WRITES = 8;

/** Copies every row as it is; returns their number. */
export async function copyRows(from: DataPlace, to: DataPlace): Promise<number> {
  let copied = 0;
  for await (const rows of walkRows(from)) {
    await pLimit(CONCURRENT_WRITES).map(batchesOf(rows, MOST_WRITES), (batch) => putRows(to, batch));
    copied += rows.length;
  }
  return copied;
}

const TRIES = 8;

async function putRows({ dynamodb, table }: DataPlace, rows: readonly Row[]): Promise<void> {
  let left: WriteRequest[] = rows.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 1; left.length > 0; attempt += 1) {
    if (attempt > TRIES) throw new Error(`The table ${table} is too busy. Try again later.`);
    const { UnprocessedItems } = await dynamodb.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
    );
    left = UnprocessedItems?.[table] ?? [];
    // A new table takes on more within seconds.
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 50));
  }
}

/** The keys of all objects of a bucket that begin so. */
export async function* walkKeys(
  { s3, buckets }: DataPlace,
  bucket: BucketName,
  prefix = '',
): AsyncGenerator<string, void> {
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: s3 },
    { Bucket: buckets[bucket], ...(prefix && { Prefix: prefix }) },
  ))
    for (const { Key } of Contents) if (Key !== undefined) yield Key;
}

/** The objects of a bucket. */
export const filesOf = ({ s3, buckets }: DataPlace, bucket: BucketName): Files =>
  s3Files(buckets[bucket], async () => s3);

/** Copies every object; returns their number. */
export async function copyObjects(from: DataPlace, to: DataPlace): Promise<number> {
  let copied = 0;
  for (const bucket of BUCKETS)
    for await (const key of walkKeys(from, bucket)) {
      // Undefined for an object that was deleted meanwhile.
      const object = await filesOf(from, bucket).get(key);
      if (!object) continue;
      await filesOf(to, bucket).put(key, object);
      copied += 1;
    }
  return copied;
}
