import site from '../../content/site.json' with { type: 'json' };
import { makeReceipts, renderReceipt } from '../payments/make-receipts.ts';
import type { Receipt } from '../payments/receipt.ts';
import { receiptsRepository } from '../payments/receipt-repository.ts';
import { type Environment, FilesConfig, readConfig } from '../platform/config.ts';
import { s3Files } from '../platform/files.ts';
import { jobHandler, lambdaHandler } from '../platform/lambda.ts';
import { asRun, type Run } from '../platform/run.ts';
import { lambdaRuntime, type Runtime } from '../platform/runtime.ts';
import { openTable } from '../platform/table/table.ts';

const { name, officialName, address, mail, registration } = site;

/** Makes pending receipts. Started by the table's stream for each new receipt, and by its schedule in any case. */
export function createReceiptMaker(environment: Environment, runtime: Runtime): Run<number> {
  const config = readConfig(FilesConfig, environment);
  const receipts = receiptsRepository(openTable(config.TABLE_NAME));
  const files = s3Files(config.FILES_BUCKET);
  const issuer = {
    name,
    officialName,
    // A receipt is made once: no sample belongs on it.
    contact: mail.contact.sample ? address : `${address}, ${mail.contact.address}`,
    registration: registration.sample ? undefined : registration.text,
  };
  const deps = {
    ...runtime,
    receipts,
    files,
    renderReceipt: (receipt: Receipt) => renderReceipt(receipt, issuer),
  };
  return asRun('make-receipts', runtime, (until) => makeReceipts(deps, until));
}

export const handler = await lambdaHandler(process.env, (environment) =>
  jobHandler(createReceiptMaker(environment, lambdaRuntime)),
);
