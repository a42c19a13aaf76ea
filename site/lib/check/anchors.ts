import { existsSync, globSync, readFileSync } from 'node:fs';
import Slugger from 'github-slugger';
import { type MdastNode, mdxToMdast } from 'satteri';
import { Archive } from '../../schemas/archive.ts';
import { firstNewsYear } from '../../schemas/news.ts';
import { frontMatterOf } from '../content/front-matter.ts';
import { astroPages, contentFolder, resolvePath, siteSlug } from '../content/paths.ts';

const siteFolder = new URL('../../', import.meta.url);

const textOf = (node: MdastNode): string =>
  'value' in node ? String(node.value ?? '') : 'children' in node ? node.children.map(textOf).join('') : '';

const headingsOf = (node: MdastNode): MdastNode[] =>
  node.type === 'heading' ? [node] : 'children' in node ? node.children.flatMap(headingsOf) : [];

/** The anchors of a text: its headings, as the build names them. */
export const findHeadingAnchors = (tree: MdastNode): string[] => {
  const slugger = new Slugger();
  return headingsOf(tree).map((heading) => slugger.slug(textOf(heading)));
};

/** The ids that a component and those that it imports write as they are. */
const idsOfComponent = (file: URL): string[] => {
  const text = readFileSync(file, 'utf8');
  return [
    ...[...text.matchAll(/\bid="([\w-]+)"/g)].map(([, id = '']) => id),
    ...[...text.matchAll(/^import \w+ from '(\.[^']+\.astro)'/gm)].flatMap(([, path = '']) =>
      idsOfComponent(new URL(path, file)),
    ),
  ];
};

const readContentFile = (path: string) => readFileSync(new URL(path, contentFolder), 'utf8');

const matchesIn = (path: string, pattern: RegExp) =>
  [...readContentFile(path).matchAll(pattern)].map(([, value = '']) => value);

/** The ids that the components of a text make of its data: of a workshop, its days. */
const idsOfComponents = (text: string) =>
  [...text.matchAll(/<([A-Z]\w+)(?: of="([\w-]+)")?/g)].flatMap(([, name = '', of = '']) => {
    const component = new URL(`sections/mdx/${name}.astro`, siteFolder);
    const workshop = `workshops/${of}.json`;
    return [
      ...(existsSync(component) ? idsOfComponent(component) : []),
      ...(existsSync(new URL(workshop, contentFolder))
        ? matchesIn(workshop, /"day": "([\d-]+)"/g).map((day) => `day-${day}`)
        : []),
    ];
  });

/** What the Astro pages make of data files. */
const idsOfData: Record<string, () => string[]> = {
  '/awards': () => matchesIn('awards.json', /"id": "(\w+)"/g),
  '/conferences': () =>
    globSync('conferences/*.json', { cwd: contentFolder }).map((file) =>
      file.slice('conferences/'.length, -'.json'.length),
    ),
  '/GMPArchive': () => Object.keys(Archive.shape),
  '/GMPConferences': () => matchesIn('conferences/gmp.json', /"year": (\d{4})/g).map((year) => `gmp${year}`),
  '/webinar': () =>
    globSync('webinars/session-*.json', { cwd: contentFolder }).map(
      (file) => `session${Number(/\d+/.exec(file)?.[0])}`,
    ),
  '/news': () => {
    const years = globSync('news/*', { cwd: contentFolder }).map((folder) =>
      Number(folder.slice('news/'.length)),
    );
    const last = Math.max(firstNewsYear, ...years);
    return [
      ...Array.from({ length: last - firstNewsYear + 1 }, (_, at) => `y${last - at}`),
      ...matchesIn('newsletters.json', /"number": (\d+)/g).map((number) => `newsletter-${number}`),
    ];
  },
};

/** The text of content/pages that an Astro page shows. */
const textOfPage = (source: string) => /(?:<ContentPage id="|loadPage\(')([\w-]+)/.exec(source)?.[1];

/** The anchors of the pages that have a fixed set of them, by path. The others are checked by the build alone. */
export const listAnchors = (): Map<string, ReadonlySet<string>> => {
  const slug = siteSlug();
  const anchorsOfText = (id: string) => {
    const text = readContentFile(`pages/${id}.mdx`);
    try {
      return [
        ...findHeadingAnchors(mdxToMdast(text, { features: { frontmatter: true } })),
        ...idsOfComponents(text),
      ];
    } catch {
      // The check reports this page, and not each link to it.
      return undefined;
    }
  };
  const ofFiles = astroPages().flatMap(({ file, path }) => {
    const page = new URL(`../${file}`, siteFolder);
    const id = textOfPage(readFileSync(page, 'utf8'));
    const ofText = id ? anchorsOfText(id) : [];
    if (!ofText || (!id && !(path in idsOfData) && path !== '/')) return [];
    return [
      {
        path,
        ids: [...ofText, ...idsOfComponent(page), ...(idsOfData[path]?.() ?? [])],
      },
    ];
  });
  const ofContent = globSync('pages/*.mdx', { cwd: contentFolder }).flatMap((file) => {
    const id = file.slice('pages/'.length, -'.mdx'.length);
    const path = /^path: *(\S+)/m.exec(frontMatterOf(readContentFile(file)) ?? '')?.[1];
    const ids = path && anchorsOfText(id);
    return ids ? [{ path: resolvePath(path, slug), ids }] : [];
  });
  return new Map([...ofFiles, ...ofContent].map(({ path, ids }) => [path, new Set(ids)]));
};
