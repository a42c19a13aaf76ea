import { auditLog } from '../audit/repository.ts';
import { conferenceRecordsRepository } from '../conferences/repository.ts';
import { importsRepository } from '../imports/repository.ts';
import { keptDirectory } from '../members/directory.ts';
import { dynamoDirectory } from '../members/directory-repository.ts';
import { dynamoMembers } from '../members/repository.ts';
import { dynamoTerms } from '../memberships/repository.ts';
import { dynamoVoidedTerms } from '../memberships/voided-term-repository.ts';
import { dynamoPaymentRecords } from '../payments/payment-record-repository.ts';
import { dynamoTreasury } from '../payments/review-repository.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import { dynamoSecondFactors } from '../second-factor/repository.ts';
import { sessionsRepository } from '../sessions/repository.ts';
import type { OperatorDeps } from './operate.ts';

/** What the members desk works on, for the API and for the operator's command line. */
export const deskPorts = (table: Table, runtime: Runtime): Omit<OperatorDeps, 'files'> => ({
  ...runtime,
  table,
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
});
