import type { Runtime } from '../domain/ambient.ts';
import { keptDirectory } from '../domain/directory/directory.ts';
import type { OperatorDeps } from '../domain/members/operate.ts';
import { importLines } from '../routes/import-lines.ts';
import { auditLog } from '../store/audit.ts';
import type { Table } from '../store/client.ts';
import { conferenceRecordsRepository } from '../store/conferences.ts';
import { dynamoDirectory } from '../store/directory.ts';
import { importsRepository } from '../store/imports.ts';
import { dynamoMembers } from '../store/members.ts';
import { dynamoPaymentRecords } from '../store/payment-records.ts';
import { dynamoSecondFactors } from '../store/second-factors.ts';
import { sessionsRepository } from '../store/sessions.ts';
import { dynamoTerms } from '../store/terms.ts';
import { dynamoTreasury } from '../store/treasury.ts';
import { dynamoVoidedTerms } from '../store/voided-terms.ts';

/** What the members desk works on, for the API and for the operator's command line. */
export const deskPorts = (table: Table, runtime: Runtime): Omit<OperatorDeps, 'files'> => ({
  ...runtime,
  members: dynamoMembers(table),
  terms: dynamoTerms(table),
  voidedTerms: dynamoVoidedTerms(table),
  paymentRecords: dynamoPaymentRecords(table),
  conferences: conferenceRecordsRepository(table),
  treasury: dynamoTreasury(table),
  sessions: sessionsRepository(table),
  secondFactors: dynamoSecondFactors(table),
  directory: keptDirectory(dynamoDirectory(table), runtime),
  audit: auditLog(table),
  imports: importsRepository(table),
  importLines,
});
