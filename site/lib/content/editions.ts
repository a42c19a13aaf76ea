import type { BestPaper, Details, Edition, Publication } from '../../schemas/conferences.ts';
import { isVisible } from '../../schemas/fields.ts';

/** A part of a line: plain, linked, or the title of a paper. */
export type LinePart = { text: string; href?: string | undefined; title?: true };
export type EditionRow = { label: string; lines: LinePart[][]; sample?: true };

/** Some entries have only the special issue's address, older ones a link and a description. */
const publicationLine = ({
  specialIssue,
  journal,
  journalLink,
  link,
  description,
}: Publication): LinePart[] => {
  const isAddress = specialIssue !== undefined && URL.canParse(specialIssue);
  const issue = isAddress ? 'Special issue' : specialIssue;
  const parts = [
    { text: issue, href: isAddress ? specialIssue : link },
    { text: description, href: issue ? undefined : link },
    { text: journal, href: journalLink },
  ].flatMap(({ text, href }) => (text ? [{ text, href }] : []));
  return parts.length === 0 || (link && parts.every(({ href }) => href !== link))
    ? [{ text: 'Proceedings', href: link }, ...parts]
    : parts;
};

const publicationLines = (given: Publication | Publication[] = []) => [given].flat().map(publicationLine);

const plain = (texts: string[] = []) => texts.map((text) => [{ text }]);

const paperLine = ({ title, link, award, authors }: BestPaper): LinePart[] => [
  { text: title, href: link, title: true },
  { text: award ? `${authors} (${award})` : authors },
];

/** A row for each detail, in one order; those that are not known have no lines. */
const detailRows = (details: Details): EditionRow[] => {
  const { conferenceChair, conferenceChairs = conferenceChair ? [conferenceChair] : [] } = details;
  const partly = (list: NonNullable<Details['incomplete']>[number]) =>
    details.incomplete?.includes(list) ? ['and others'] : [];
  const rowOf = (label: string, list: 'programChairs' | 'keynoteSpeakers') => ({
    label,
    lines: plain(details[list] && [...details[list], ...partly(list)]),
  });
  const chairs = plain([...conferenceChairs, ...partly('conferenceChairs')]);
  return [
    rowOf('Program co-chairs', 'programChairs'),
    { label: chairs.length === 1 ? 'Conference chair' : 'Conference chairs', lines: chairs },
    { label: 'Organization chairs', lines: plain(details.organizationChairs) },
    { label: 'Poster chairs', lines: plain(details.posterChairs) },
    { label: 'Demo chairs', lines: plain(details.demoChairs) },
    rowOf('Keynote speakers', 'keynoteSpeakers'),
    {
      label: 'Best paper awards',
      lines: [...(details.bestPaperAwards ?? []).map(paperLine), ...plain(partly('bestPaperAwards'))],
    },
    { label: 'Proceedings', lines: publicationLines(details.proceedings) },
    { label: 'Selected papers', lines: publicationLines(details.selectedPapers) },
    { label: 'Statistics', lines: plain(details.statistics ? [details.statistics] : []) },
    {
      label: 'Report',
      lines: details.reportLink ? [[{ text: 'Summary report', href: details.reportLink }]] : [],
    },
  ];
};

/** An edition as the pages of its series show it. Older forms of an entry are converted here. */
export const editionView = (edition: Edition) => {
  const { year, number, link, dates, location, additionalLocationInfo, toBeConfirmed } = edition;
  const where = [[dates, location].filter(Boolean).join('. '), additionalLocationInfo].flatMap(
    (text) => text || [],
  );
  const samples = toBeConfirmed && isVisible(toBeConfirmed) ? detailRows(toBeConfirmed) : [];
  const details = detailRows(edition)
    .flatMap((row, index): EditionRow[] => {
      const sample = samples[index];
      return sample ? [row, { ...sample, sample: true }] : [row];
    })
    .filter(({ lines }) => lines.length > 0);
  const place = { label: 'Dates and location', lines: plain(where) };
  const rows: EditionRow[] = [...(where.length > 0 ? [place] : []), ...details];
  return {
    year,
    number,
    link,
    rows,
    /** False if only date and venue are known. */
    detailed: details.length > 0,
  };
};
export type EditionView = ReturnType<typeof editionView>;
