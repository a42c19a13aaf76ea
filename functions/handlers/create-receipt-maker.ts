import site from '../../content/site.json' with { type: 'json' };
import { receiptPrinter } from '../payments/receipt-pdf.ts';
import { receiptsRepository } from '../payments/receipt-repository.ts';
import { type Environment, FilesConfig, readConfig } from '../platform/config.ts';
import type { Runtime } from '../platform/runtime.ts';
import { s3Files } from '../platform/s3.ts';
import { openTable } from '../platform/table/table.ts';
import { makeReceipts } from './job-make-receipts.ts';
import { asRun, type Run } from './run.ts';

const { name, officialName, address, mail, registration } = site;

export function createReceiptMaker(environment: Environment, runtime: Runtime): Run<number> {
  const config = readConfig(FilesConfig, environment);
  const receipts = receiptsRepository(openTable(config.TABLE_NAME));
  const files = s3Files(config.FILES_BUCKET);
  const printer = receiptPrinter({
    name,
    officialName,
    // What fills a place on the site has none on a receipt.
    reach: mail.contact.sample ? address : `${address}, ${mail.contact.address}`,
    registration: registration.text,
  });
  const deps = { ...runtime, receipts, files, receiptPrinter: printer };
  return asRun('make-receipts', runtime, (until) => makeReceipts(deps, until));
}
