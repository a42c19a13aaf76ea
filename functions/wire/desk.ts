import type { Ambient } from '../domain/ambient.ts';
import { keptDirectory } from '../domain/directory/directory.ts';
import type { OperatorNeeds } from '../domain/members/operate.ts';
import { importLines } from '../routes/import-lines.ts';
import { dynamoAudit } from '../store/audit.ts';
import type { Table } from '../store/client.ts';
import { dynamoConferences } from '../store/conferences.ts';
import { dynamoDirectory } from '../store/directory.ts';
import { dynamoImports } from '../store/imports.ts';
import { dynamoMembers } from '../store/members.ts';
import { dynamoPaymentRecords } from '../store/payment-records.ts';
import { dynamoSecondFactors } from '../store/second-factors.ts';
import { dynamoSessions } from '../store/sessions.ts';
import { dynamoTerms } from '../store/terms.ts';
import { dynamoTreasury } from '../store/treasury.ts';
import { dynamoVoidedTerms } from '../store/voided-terms.ts';

/** What the members desk works on, for the API and for the operator's command line. */
export const deskPorts = (table: Table, ambient: Ambient): Omit<OperatorNeeds, 'files'> => ({
  ...ambient,
  members: dynamoMembers(table),
  terms: dynamoTerms(table),
  voidedTerms: dynamoVoidedTerms(table),
  paymentRecords: dynamoPaymentRecords(table),
  conferences: dynamoConferences(table),
  treasury: dynamoTreasury(table),
  sessions: dynamoSessions(table),
  secondFactors: dynamoSecondFactors(table),
  directory: keptDirectory(dynamoDirectory(table), ambient),
  audit: dynamoAudit(table),
  imports: dynamoImports(table),
  importLines,
});
