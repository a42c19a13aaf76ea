import { globSync, readFileSync, statSync } from 'node:fs';
import { type MdastNode, mdxToMdast } from 'satteri';
import { parse } from 'yaml';
import * as z from 'zod';
import { contentFolder } from '../content/paths.ts';

/** A file of content/: a data file with its data, an MDX file also with the nodes of its text. */
export type ContentFile = {
  path: string;
  data?: unknown;
  tree?: MdastNode;
  /** Why the file can't be read. */
  error?: string;
};

/** The fields of an entry, by their names; none of what is no entry. */
const Fields = z.record(z.string(), z.unknown());
export type Entry = z.infer<typeof Fields>;
export const entryOf = (value: unknown): Entry => Fields.safeParse(value).data ?? {};

/** A node of a text with all that are in it. */
export const nodesOf = (node: MdastNode): MdastNode[] => [
  node,
  ...('children' in node ? node.children.flatMap(nodesOf) : []),
];

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

const parseFile = (path: string, text: string): ContentFile => {
  try {
    if (path.endsWith('.json')) return { path, data: JSON.parse(text) };
    // The line of dashes counts too when the parser names a line.
    const data: unknown = parse(`\n${frontMatter.exec(text)?.[1] ?? ''}`) ?? {};
    return { path, data, tree: mdxToMdast(text, { features: { frontmatter: true } }) };
  } catch (error) {
    const [reason = ''] = `${error instanceof Error ? error.message : error}`.split('\n');
    return { path, error: reason };
  }
};

/** All files of content/, each read once; those in `changes` as they would be. */
export const readContent = (
  folder = contentFolder,
  changes: ReadonlyMap<string, string> = new Map(),
): ContentFile[] => {
  const paths = globSync('**/*', { cwd: folder })
    .filter((path) => statSync(new URL(path, folder)).isFile())
    .map((path) => path.replaceAll('\\', '/'));
  return [...new Set([...paths, ...changes.keys()])]
    .sort()
    .map((path) =>
      /\.(json|mdx)$/.test(path)
        ? parseFile(path, changes.get(path) ?? readFileSync(new URL(path, folder), 'utf8'))
        : { path },
    );
};

/** The texts in all fields of a file's data, at any depth, whose name matches. */
export const findTexts = (data: unknown, name: RegExp): string[] =>
  typeof data !== 'object' || data === null
    ? []
    : Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
        typeof value === 'string' ? (name.test(key) ? [value] : []) : findTexts(value, name),
      );
