/** A document lies elsewhere, at `url`, or is the association's own: `file` is its name among the archive's documents. */
export type ArchiveLink = { text: string; url: string } | { text: string; file: string };

export interface ArchiveYear<Link> {
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

/** What lies behind the password. */
export interface Archive {
  lists(): Promise<ArchiveLists<ArchiveLink>>;
}

export interface ArchiveTokens {
  issue(claims: { password: string; issuedAt: Date; expiresAt: Date }): Promise<string>;
  /** The fingerprint of the password that opened it; undefined unless the token is ours, whole and not outdated. */
  read(token: string, now: Date): Promise<string | undefined>;
}

export interface ArchiveLock {
  /** Of the shared password, argon2; empty while there is none: then nothing opens. */
  passwordHash: string;
  /** Names the password in force without telling anything about it. */
  fingerprint: string;
}
