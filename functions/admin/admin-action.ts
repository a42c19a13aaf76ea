import type { AuditLog } from '../audit/repository.ts';
import type { Codes } from '../codes/repository.ts';
import type { Conferences } from '../conferences/conference.ts';
import type { MemberDirectory } from '../members/directory.ts';
import type { Members } from '../members/repository.ts';
import type { Terms } from '../memberships/terms.ts';
import type { VoidedTerms } from '../memberships/voided-terms.ts';
import type { PaymentRecords } from '../payments/payment-records.ts';
import type { Treasury } from '../payments/review.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Table } from '../platform/table/table.ts';
import type { Sessions } from '../sessions/repository.ts';

export interface DeskDeps extends Runtime {
  table: Pick<Table, 'commit'>;
  members: Members;
  codes: Codes;
  terms: Terms;
  voidedTerms: VoidedTerms;
  paymentRecords: PaymentRecords;
  conferences: Conferences;
  treasury: Treasury;
  sessions: Sessions;
  directory: MemberDirectory;
  audit: AuditLog;
}
