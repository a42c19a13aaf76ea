import site from '../../content/site.json' with { type: 'json' };
import { makeReceipts, renderReceipt } from '../payments/make-receipts.ts';
import type { Receipt } from '../payments/payment.ts';
import { type Environment, FilesConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { asRun, jobHandler, type Run } from '../platform/lambda.ts';
import type { Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';

const { name, officialName, address, mail, registration } = site;

interface Options {
  /** Only on one machine: receipts are made without a registration, and say that they are samples. */
  allowsSamples?: boolean;
}

/**
 * Makes pending receipts. A receipt is made once, so while the registration is a sample none is made: each stays pending
 * and is reported.
 */
export function createReceiptMaker(
  environment: Environment,
  runtime: Runtime,
  { allowsSamples = false }: Options = {},
): Run<number> {
  const config = readConfig(FilesConfig, environment);
  const issuer = {
    name,
    officialName,
    // A receipt is made once: no sample belongs on it.
    contact: mail.contact.sample ? address : `${address}, ${mail.contact.address}`,
    registration: registration.sample ? undefined : registration.text,
  };
  const context = {
    ...runtime,
    table: openTable(config.TABLE_NAME),
    files: s3Files(config.FILES_BUCKET),
    async renderReceipt(receipt: Receipt) {
      if (registration.sample && !allowsSamples)
        throw new Error('content/site.json: "registration" is a sample. Enter it, then deploy again.');
      return renderReceipt(receipt, issuer);
    },
  };
  return asRun('make-receipts', runtime, (until) => makeReceipts(context, until));
}

export const handler = jobHandler(process.env, createReceiptMaker);
