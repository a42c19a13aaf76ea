import { globSync } from 'node:fs';
import type { MdastNode } from 'satteri';
import { Series } from '../../schemas/conferences.ts';
import { Nav } from '../../schemas/site.ts';
import { readData } from '../content/read-data.ts';
import { isComponent } from './text-code.ts';

type Element = Extract<MdastNode, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>;

/** The values that an attribute may have, as content/ is; undefined while a file that holds them has errors. */
type Values = (folder: URL) => readonly string[] | undefined;

type Component = {
  /** Attributes that the component needs. */
  values?: Record<string, Values>;
  /** Attributes without a value, which may be left out. */
  flags?: readonly string[];
  /** Whether the component shows what stands between its tags. */
  hasContent?: true;
};

const namesOf = (pattern: string, folder: URL | string) =>
  globSync(pattern, { cwd: folder })
    .map((file) => file.replace(/^.*[\\/]|\.\w+$/g, ''))
    .sort();

const oneOf =
  (...values: string[]): Values =>
  () =>
    values;
const workshop: Values = (folder) => namesOf('workshops/*.json', folder);
const pageWithPagesBelow: Values = (folder) =>
  readData(Nav, 'nav.json', folder)?.flatMap(({ href, below }) => (below ? [href] : []));
const seriesShortName: Values = (folder) => {
  const found = globSync('conferences/*.json', { cwd: folder }).map((path) => readData(Series, path, folder));
  return found.every((series) => series !== undefined) ? found.map(({ shortName }) => shortName) : undefined;
};

/** The components of sections/mdx that take attributes or content. */
export const componentsWithProps: Record<string, Component> = {
  NominationRules: { values: { of: oneOf('rules', 'materials') } },
  PagesBelow: { values: { of: pageWithPagesBelow } },
  Sample: { hasContent: true },
  SteeringCommittee: { values: { series: oneOf('pg', 'gmp') }, flags: ['emeritus'] },
  SubmittedPapers: { values: { of: seriesShortName } },
  WebinarChannels: { values: { of: oneOf('live', 'playlist') } },
  WorkshopCommittee: { values: { of: workshop } },
  WorkshopNotes: { values: { of: workshop, on: oneOf('visitors', 'accommodation') } },
  WorkshopProgramme: { values: { of: workshop } },
  WorkshopSpeakers: { values: { of: workshop } },
  WorkshopTravel: { values: { of: workshop } },
};

const componentNames = namesOf('*.astro', new URL('../../sections/mdx/', import.meta.url));

/** The components that a content file may use: those of sections/mdx in a page, none elsewhere. */
const componentsFor = (path: string): readonly string[] => (path.startsWith('pages/') ? componentNames : []);

const tag = (name: string) => `<${name} />`;

/** How a component that takes no content is written; undefined for any other name. */
export const withoutContent = (name: string): string | undefined => {
  const { values = {}, hasContent } = componentsWithProps[name] ?? {};
  if (!isComponent(name) || hasContent) return undefined;
  const attributes = Object.keys(values).map((attribute) => ` ${attribute}="…"`);
  return `<${name}> takes no content. Write <${name}${attributes.join('')} />.`;
};

const wrongAttributes = (name: string, attributes: Element['attributes'], folder: URL): string[] => {
  const { values = {}, flags = [] } = componentsWithProps[name] ?? {};
  const taken = [...Object.keys(values), ...flags];
  const given = attributes.flatMap((one) =>
    one.type === 'mdxJsxAttribute' &&
    /^[a-z]+$/.test(one.name) &&
    (one.value === null || typeof one.value === 'string')
      ? [{ attribute: one.name, value: one.value }]
      : [],
  );
  // The others could run something, and have a sentence of their own.
  if (given.length < attributes.length) return [];
  return [
    ...given
      .filter(({ attribute }) => !taken.includes(attribute))
      .map(
        ({ attribute }) =>
          `<${name}> doesn't take the attribute ${attribute}. ${taken.length > 0 ? `It takes ${taken.join(' and ')}.` : 'Remove it.'}`,
      ),
    ...given
      .filter(({ attribute, value }) => flags.includes(attribute) && value !== null)
      .map(({ attribute, value }) => `<${name}> has ${attribute}="${value}". Write ${attribute} alone.`),
    ...Object.entries(values).flatMap(([attribute, valuesIn]) => {
      const found = given.findLast((one) => one.attribute === attribute);
      const allowed = valuesIn(folder);
      if (!allowed || allowed.some((one) => one === found?.value)) return [];
      const wrong = found ? `has ${attribute}="${found.value ?? ''}"` : `has no ${attribute}`;
      return [`<${name}> ${wrong}. Use one of: ${allowed.map((one) => `${attribute}="${one}"`).join(', ')}.`];
    }),
  ];
};

/** Components that a text may not use or may not use so: a sentence each, with its line. */
export const findWrongComponents = (
  node: MdastNode,
  path: string,
  folder: URL,
): { line: number | undefined; sentence: string }[] => {
  const inside =
    'children' in node ? node.children.flatMap((child) => findWrongComponents(child, path, folder)) : [];
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return inside;
  const { name, attributes } = node;
  if (!name || !isComponent(name)) return inside;
  const known = componentsFor(path);
  const right =
    known.length > 0 ? `Available: ${known.map(tag).join(', ')}.` : 'No components are available here.';
  const wrong = known.includes(name)
    ? [
        ...wrongAttributes(name, attributes, folder),
        node.children.length > 0 ? withoutContent(name) : undefined,
      ]
    : [`${tag(name)} can't be used here. ${right}`];
  const line = node.position?.start.line;
  return [...wrong.flatMap((sentence) => (sentence ? [{ line, sentence }] : [])), ...inside];
};
