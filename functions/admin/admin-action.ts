import type { AuditLog } from '../audit/audit.ts';
import type { Conferences } from '../conferences/conference.ts';
import type { KeptDirectory } from '../members/directory.ts';
import type { Members } from '../members/member.ts';
import type { Terms } from '../memberships/terms.ts';
import type { VoidedTerms } from '../memberships/voided-terms.ts';
import type { PaymentRecords } from '../payments/payment-records.ts';
import type { Treasury } from '../payments/review.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Sessions } from '../sessions/session.ts';

export interface DeskDeps extends Runtime {
  members: Members;
  terms: Terms;
  voidedTerms: VoidedTerms;
  paymentRecords: PaymentRecords;
  conferences: Conferences;
  treasury: Treasury;
  sessions: Sessions;
  directory: KeptDirectory;
  audit: AuditLog;
}
