import { s3Prefixes } from '#shared/deployment';
import type { Files } from '../platform/files.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Archive, ArchiveLink, ArchiveLists, ArchiveYear } from './archive.ts';

const LINK_SECONDS = 600;

export type ReadArchiveDeps = Pick<Runtime, 'now'> & { archive: Archive; files: Pick<Files, 'link'> };

interface Address {
  text: string;
  url: string;
}

/** The lists, each document with the address where it can be read now. */
export async function listArchive(deps: ReadArchiveDeps): Promise<ArchiveLists<Address>> {
  const now = deps.now();
  const address = async (link: ArchiveLink): Promise<Address> =>
    'url' in link
      ? link
      : { text: link.text, url: await deps.files.link(s3Prefixes.archive + link.file, LINK_SECONDS, now) };
  const addresses = (years: ArchiveYear<ArchiveLink>[]) =>
    Promise.all(years.map(async (year) => ({ ...year, links: await Promise.all(year.links.map(address)) })));
  const { papers, proposals, meetings } = await deps.archive.lists();
  return {
    papers: await addresses(papers),
    proposals: await addresses(proposals),
    meetings: await addresses(meetings),
  };
}
