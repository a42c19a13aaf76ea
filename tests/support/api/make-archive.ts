import type { ArchiveContext } from '../../../functions/archive/archive.ts';

export const ARCHIVE_PASSWORD = 'the bunny sits in the Cornell box';

export const loadArchive: ArchiveContext['loadArchive'] = async () => ({
  papers: [{ year: 2024, links: [{ text: 'Papers of 2024', url: 'https://example.org/papers' }] }],
  proposals: [{ year: 2023, links: [{ text: 'A proposal', file: 'proposal.pdf' }], sample: true }],
  meetings: [],
});
