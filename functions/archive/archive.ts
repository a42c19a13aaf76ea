import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { s3Prefixes } from '#shared/deployment';
import { DomainError } from '#shared/domain-error';
import { limitRules } from '../limits/limits.ts';
import { enforceLimit, giveBack } from '../limits/repository.ts';
import type { Context } from '../platform/context.ts';

/** A document is a link to another site, or a file of the association, named as in the archive's prefix. */
type ArchiveLink = { text: string; url: string } | { text: string; file: string };

interface ArchiveYear {
  year: number;
  links: ArchiveLink[];
  sample?: boolean;
}

/** The three lists of the archive, newest year first. */
export type ArchiveLists = Record<'papers' | 'proposals' | 'meetings', ArchiveYear[]>;

/** Beside the context. */
interface ArchiveSetup {
  /** Argon2 hash of the shared password; while it is empty, the archive stays closed. */
  archivePasswordHash: string;
  loadArchive: () => Promise<ArchiveLists>;
}

export type ArchiveContext = ArchiveSetup &
  Pick<Context, 'now' | 'log' | 'archiveTokens' | 'archivePasswords' | 'table' | 'files'>;

/** The API accepts no archive token as a session, and the archive no session token. */
export const archiveTokenKind = { type: 'ag-archive+jwt', audience: 'archive' };

const TOKEN_LIFETIME_MS = 12 * 3_600_000;
const LINK_SECONDS = 600;

const Claims = z.object({ password: z.string() });

/**
 * Identifies the current password in a token without revealing anything about it. A new hash, even of the same password,
 * ends all tokens of the old one.
 */
export const fingerprintOf = (passwordHash: string): string =>
  hash('sha256', passwordHash, 'base64url').slice(0, 22);

/**
 * Returns a token for the right password, undefined for a wrong one. Each attempt is counted before the check; a right
 * one is taken off again.
 */
export async function openArchive(
  context: ArchiveContext,
  password: string,
  network: string,
): Promise<string | undefined> {
  const { archivePasswordHash, archivePasswords, archiveTokens } = context;
  await enforceLimit(context, limitRules.archivePassword, network);
  await enforceLimit(context, limitRules.guessesInAll, 'archive');
  const given = password.normalize('NFKC');
  const isRight = await (archivePasswordHash === ''
    ? archivePasswords.verifyDummy(given)
    : archivePasswords.verify(archivePasswordHash, given));
  if (!isRight) return undefined;
  await Promise.all([
    giveBack(context, limitRules.archivePassword, network),
    giveBack(context, limitRules.guessesInAll, 'archive'),
  ]);
  const issuedAt = context.now();
  const expiresAt = new Date(issuedAt.getTime() + TOKEN_LIFETIME_MS);
  return archiveTokens.sign({ password: fingerprintOf(archivePasswordHash) }, { issuedAt, expiresAt });
}

/** Requires a token for the current password. @throws `archive-locked` */
export async function requireArchiveAccess(
  context: Pick<ArchiveContext, 'archiveTokens' | 'now' | 'archivePasswordHash'>,
  token: string | undefined,
): Promise<void> {
  const { archiveTokens, now, archivePasswordHash } = context;
  const claims = token === undefined ? undefined : await archiveTokens.verify(token, now());
  const fingerprint = Claims.safeParse(claims).data?.password;
  if (archivePasswordHash === '' || fingerprint !== fingerprintOf(archivePasswordHash))
    throw new DomainError('archive-locked');
}

/** The lists, each document with a link that works now. */
export async function listArchive(context: Pick<ArchiveContext, 'now' | 'files' | 'loadArchive'>) {
  const now = context.now();
  const address = async (link: ArchiveLink) =>
    'url' in link
      ? link
      : { text: link.text, url: await context.files.link(s3Prefixes.archive + link.file, LINK_SECONDS, now) };
  const addresses = (years: ArchiveYear[]) =>
    Promise.all(years.map(async (year) => ({ ...year, links: await Promise.all(year.links.map(address)) })));
  const { papers, proposals, meetings } = await context.loadArchive();
  return {
    papers: await addresses(papers),
    proposals: await addresses(proposals),
    meetings: await addresses(meetings),
  };
}
