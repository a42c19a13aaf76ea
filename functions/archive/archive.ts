import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import { DomainError } from '#shared/domain-error';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import type { Context } from '../platform/context.ts';

/** A document is a link to another site, or a file of the association, named as in the archive's prefix. */
export type ArchiveLink = { text: string; url: string } | { text: string; file: string };

interface ArchiveYear<Link> {
  year: number;
  links: Link[];
  sample?: boolean;
}

/** The three lists of the archive, newest year first. */
export interface ArchiveLists<Link> {
  papers: ArchiveYear<Link>[];
  proposals: ArchiveYear<Link>[];
  meetings: ArchiveYear<Link>[];
}

export interface ArchiveLock {
  /** Argon2 hash of the shared password; while it is empty, the archive stays closed. */
  passwordHash: string;
  /** Identifies the current password without revealing anything about it. */
  fingerprint: string;
}

/** Beside the context. */
export interface ArchiveSetup {
  archiveLock: ArchiveLock;
  loadArchive: () => Promise<ArchiveLists<ArchiveLink>>;
}

export type ArchiveContext = ArchiveSetup &
  Pick<Context, 'now' | 'log' | 'archiveTokens' | 'archivePasswords' | 'table' | 'files'>;

/** The API accepts no archive token as a session, and the archive no session token. */
export const archiveTokenKind = { type: 'ag-archive+jwt', audience: 'archive' };

const TOKEN_LIFETIME_MS = 12 * 3_600_000;
const LINK_SECONDS = 600;

const Claims = z.object({ password: z.string() });

/** A new hash, even of the same password, ends all tokens of the old one. */
export const createArchiveLock = (passwordHash: string): ArchiveLock => ({
  passwordHash,
  fingerprint: createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22),
});

/**
 * Returns a token for the right password, undefined for a wrong one. Each attempt is counted before the check; a right
 * one is taken off again.
 */
export async function openArchive(
  context: ArchiveContext,
  password: string,
  network: string,
): Promise<string | undefined> {
  const { archiveLock, archivePasswords, archiveTokens } = context;
  await enforceLimit(context, limitRules.archivePassword, network);
  await enforceLimit(context, limitRules.guessesInAll, 'archive');
  const given = password.normalize('NFKC');
  const isRight = await (archiveLock.passwordHash === ''
    ? archivePasswords.verifyDummy(given)
    : archivePasswords.verify(archiveLock.passwordHash, given));
  if (!isRight) return undefined;
  await Promise.all([
    giveBack(context, limitRules.archivePassword, network),
    giveBack(context, limitRules.guessesInAll, 'archive'),
  ]);
  const issuedAt = context.now();
  const expiresAt = new Date(issuedAt.getTime() + TOKEN_LIFETIME_MS);
  return archiveTokens.sign({ password: archiveLock.fingerprint }, { issuedAt, expiresAt });
}

/** Requires a token for the current password. @throws `archive-locked` */
export async function requireArchiveAccess(
  {
    archiveLock,
    archiveTokens,
    now,
  }: Pick<Context, 'archiveTokens' | 'now'> & Pick<ArchiveSetup, 'archiveLock'>,
  token: string | undefined,
): Promise<void> {
  const claims = Claims.safeParse(token === undefined ? undefined : await archiveTokens.verify(token, now()));
  const isOpen =
    archiveLock.passwordHash !== '' && claims.success && claims.data.password === archiveLock.fingerprint;
  if (!isOpen) throw new DomainError('archive-locked');
}

interface Address {
  text: string;
  url: string;
}

/** The lists, each document with a link that works now. */
export async function listArchive(
  context: Pick<Context, 'now' | 'files'> & Pick<ArchiveSetup, 'loadArchive'>,
): Promise<ArchiveLists<Address>> {
  const now = context.now();
  const address = async (link: ArchiveLink): Promise<Address> =>
    'url' in link
      ? link
      : { text: link.text, url: await context.files.link(s3Prefixes.archive + link.file, LINK_SECONDS, now) };
  const addresses = (years: ArchiveYear<ArchiveLink>[]) =>
    Promise.all(years.map(async (year) => ({ ...year, links: await Promise.all(year.links.map(address)) })));
  const { papers, proposals, meetings } = await context.loadArchive();
  return {
    papers: await addresses(papers),
    proposals: await addresses(proposals),
    meetings: await addresses(meetings),
  };
}
