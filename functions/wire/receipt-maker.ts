import site from '../../content/site.json' with { type: 'json' };
import { type Environment, FilesConfig, readConfig } from '../config.ts';
import { receiptPrinter } from '../documents/receipt-pdf.ts';
import type { Runtime } from '../domain/ambient.ts';
import { s3Files } from '../files/s3.ts';
import { makeReceipts } from '../jobs/make-receipts.ts';
import { openTable } from '../store/client.ts';
import { receiptsRepository } from '../store/receipts.ts';
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
