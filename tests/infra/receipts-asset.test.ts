import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { envNames } from '#shared/deployment';
import { openRepositories } from '../../functions/handlers/dependencies.ts';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { s3Files } from '../../functions/platform/files.ts';
import { startS3 } from '../../infra/local/emulators/s3.ts';
import { checkout, paymentRules, providerOf } from '../support/api/checkout.ts';
import { insertMember, member } from '../support/api/make.ts';
import { copyFunction } from '../support/product/built-function.ts';
import { enterRegistration } from '../support/product/enter-registration.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

it('receipts are made by the built folder alone, outside the project, once the registration is known', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'lambda-'));
  const code = copyFunction('make-receipts', outside);
  // Lambda accepts 50 MB directly; most of it is the font for Chinese, Japanese and Korean.
  expect(sizeOf(code)).toBeLessThan(16_000_000);

  const table = await freshTable();
  const payer = member({ firstName: 'สมชาย 小明', lastName: 'علي' });
  await insertMember(table, payer, 'registration');
  const payment = checkout({ reference: payer.paymentReference });
  const now = new Date('2026-03-02T09:00:00Z');
  const deps = {
    now: () => now,
    randomBytes: (length: number) => new Uint8Array(length),
    sleep: async () => {},
    log: () => {},
  };
  await fulfilPayment({ ...openRepositories(table, deps), provider: providerOf(), paymentRules }, payment);

  const bucket = mkdtempSync(join(tmpdir(), 'bucket-'));
  const files = await startS3({ folder: bucket, buckets: ['files'], clock: () => new Date() });
  const run = join(outside, 'run.mjs');
  const context = '{ getRemainingTimeInMillis: () => 60_000 }';
  writeFileSync(
    run,
    `import { handler } from '${code}/index.mjs'; console.log('made', await handler({}, ${context}));`,
  );
  const makeReceipts = () =>
    new Promise<string>((resolve) => {
      const env = {
        ...localAws,
        AWS_ENDPOINT_URL_S3: files.url,
        [envNames.tableName]: table.name,
        [envNames.filesBucket]: 'files',
      };
      execFile(process.execPath, [run], { cwd: outside, env }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      );
    });
  const refused = await makeReceipts();
  expect(refused).toContain('"event":"receipt-failed","number":"AG-000001"');
  expect(refused).toMatch(/made 0\n$/);
  enterRegistration(code);
  expect(await makeReceipts()).toMatch(/made 1\n$/);
  const stored = await s3Files('files', async () => new S3Client({ endpoint: files.url })).get(
    'receipts/AG-000001.pdf',
  );
  await files.close();
  expect(stored?.contentType).toBe('application/pdf');
  expect(
    Buffer.from(stored?.body ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});
