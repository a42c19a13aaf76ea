import type { SecondFactorPolicy } from '#shared/choices';
import type { Files } from './files.ts';
import type { KeyedHash } from './keyed-hash.ts';
import type { CampaignSender, Mailer } from './mailer.ts';
import type { PasswordHasher } from './passwords.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { OneTimeSchedules, Queue } from './queue.ts';
import type { Runtime } from './runtime.ts';
import type { SecondFactorKeys, Totp } from './second-factor.ts';
import type { Table } from './table/table.ts';
import type { TokenSigner } from './tokens.ts';
import type { Webauthn } from './webauthn.ts';

/**
 * What a process has: its surroundings, its adapters and its settings. Handlers make it, each with what it uses. A function
 * takes the part that it needs, as `Pick<Context, 'table' | 'now'>`, so that a missing part is a type error.
 */
export interface Context extends Runtime {
  table: Table;

  /** Receipts, imports, exports and documents of the archive. */
  files: Files;
  /** Messages of campaigns, their attachments and drafts. */
  mailFiles: Files;
  /** Images in messages, which anybody can read. */
  images: Pick<Files, 'put'>;

  keyedHash: KeyedHash;
  passwords: PasswordHasher;
  archivePasswords: Pick<PasswordHasher, 'verify' | 'verifyDummy'>;
  sessionTokens: TokenSigner;
  archiveTokens: TokenSigner;
  totp: Totp;
  secondFactorKeys: SecondFactorKeys;
  secondFactorPolicy: SecondFactorPolicy;

  /** For codes, receipts and notices. */
  mailer: Mailer;
  /** For campaigns. */
  sender: CampaignSender;
  /** Campaigns and batches of their deliveries. */
  queue: Queue;
  /** Imports for the worker, by their IDs. */
  importQueue: Pick<Queue, 'send'>;
  schedules: OneTimeSchedules;

  /** Loaded by the first call that needs it, as it is large. */
  loadProvider: () => Promise<PaymentProvider>;
  loadWebauthn: () => Promise<Webauthn>;
  /** The most common passwords of the world, most common first. */
  loadCommonPasswords: () => Promise<readonly string[]>;

  siteUrl: string;
  /** The address for replies: the sender's own address takes none. */
  contactAddress: string;
  /** Where the association has its seat. */
  seat: string;
}

/** For what reads or writes rows alone. */
export type WithTable = Pick<Context, 'table'>;

/** For a change that is recorded: its audit entry or its email has a time and a random ID. */
export type ChangeContext = Pick<Context, 'table' | 'now' | 'randomBytes'>;
