import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { expect, it, onTestFinished } from 'vitest';
import { envNames } from '#shared/deployment';
import { fulfilPayment } from '../../functions/payments/fulfil-payment.ts';
import { s3Files } from '../../functions/platform/files.ts';
import { createRuntime } from '../../functions/platform/runtime.ts';
import { checkout, paymentRules, providerOf } from '../support/api/checkout.ts';
import { insertMember, member } from '../support/api/make.ts';
import { startS3 } from '../support/emulators.ts';
import { copyFunction, enterRegistration, startFunction } from '../support/product/built-function.ts';
import { freshTable, localAws } from '../support/table/dynamo.ts';

const folder = (name: string) => mkdtempSync(join(tmpdir(), name));

it('receipts are made by the built folder alone, outside the project, once the registration is known', async () => {
  const table = await freshTable();
  const payer = member({ firstName: 'สมชาย 小明', lastName: 'علي' });
  await insertMember(table, payer, 'registration');
  const context = { ...createRuntime(() => {}), table };
  const payment = checkout({ reference: payer.paymentReference });
  await fulfilPayment({ ...context, loadProvider: providerOf(), paymentRules }, payment);

  const files = await startS3({ folder: folder('bucket-'), buckets: ['files'] });
  onTestFinished(() => files.close());
  const env = {
    ...localAws,
    AWS_ENDPOINT_URL_S3: files.url,
    [envNames.tableName]: table.name,
    [envNames.filesBucket]: 'files',
  };
  const code = copyFunction('make-receipts', folder('lambda-'));
  const makeReceipts = async () => {
    const lambda = await startFunction(code, 'make-receipts', env);
    onTestFinished(() => void lambda.stop());
    return lambda.call({});
  };
  expect(await makeReceipts()).toBe(0);
  // Lambda accepts 50 MB directly; most of it is the font for Chinese, Japanese and Korean.
  const sizes = readdirSync(code, { recursive: true }).map((path) => statSync(join(code, String(path))).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(16_000_000);

  enterRegistration(code);
  expect(await makeReceipts()).toBe(1);
  const bucket = s3Files('files', async () => new S3({ endpoint: files.url }));
  const stored = await bucket.get('receipts/AG-000001.pdf');
  expect(stored?.contentType).toBe('application/pdf');
  expect(Buffer.from(stored?.body ?? []).toString('latin1')).toMatch(/^%PDF-/);
});
