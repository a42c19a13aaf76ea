import type { MdastNode } from 'satteri';
import { isPart } from './text-code.ts';

/**
 * The parts that the text of a page may put in, by who draws the page; each hands over exactly these
 * (`satisfies Parts<…>`).
 */
const parts = {
  text: ['Fees', 'Issues', 'JoinLink', 'Mail'],
  series: ['Mail', 'Steering'],
  webinar: ['Channels', 'Mail', 'Sessions', 'Team'],
  placed: [
    'AwardRules',
    'Committee',
    'Forms',
    'Mail',
    'NominationRules',
    'Notes',
    'Profiles',
    'Programme',
    'Summit',
    'SummitOrganizers',
    'Travel',
  ],
} as const;
export type Parts<Of extends keyof typeof parts> = Record<(typeof parts)[Of][number], unknown>;

const drawnBy: Record<string, keyof typeof parts> = {
  about: 'text',
  contact: 'text',
  membership: 'text',
  newsletter: 'text',
  'gmp-archive': 'series',
  'gmp-conferences': 'series',
  'gmp-home': 'series',
  'gmp-procedures': 'series',
  'pacific-graphics': 'series',
  'pg-conferences': 'series',
  webinar: 'webinar',
};

/** The names of the parts that a content file may put in; `data` is its front matter. */
export const partsOf = (path: string, data: unknown): readonly string[] => {
  const [, page] = /^pages\/(.+)\.mdx$/.exec(path) ?? [];
  if (page === undefined) return [];
  if (typeof data === 'object' && data !== null && 'path' in data) return parts.placed;
  const drawer = drawnBy[page];
  return drawer ? parts[drawer] : [];
};

const tag = (name: string) => `<${name} />`;

/** What a text puts in that is not among its parts: one sentence each, with the line. */
export const partProblems = (node: MdastNode, known: readonly string[]): string[] => {
  const line = node.position?.start.line ?? 1;
  const inside = 'children' in node ? node.children.flatMap((child) => partProblems(child, known)) : [];
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return inside;
  if (!node.name || !isPart(node.name) || known.includes(node.name)) return inside;
  const right = known.length > 0 ? `its parts are ${known.map(tag).join(', ')}` : 'it has none';
  return [`line ${line}: ${tag(node.name)} is no part of this text; ${right}`, ...inside];
};
