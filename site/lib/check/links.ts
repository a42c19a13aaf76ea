import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import Slugger from 'github-slugger';
import type { MdastNode } from 'satteri';
import { astroPages, parseAwardId, resolvePath, siteAddress } from '../content/paths.ts';
import { type ContentFile, findTexts, nodesOf } from './read-content.ts';

const publicFolder = new URL('../../public/', import.meta.url);

/** A link or picture; one of a text has a line. */
type Link = { href: string; line?: number; isPicture: boolean };

const linkFields = /^(href|link|url|document|form|journalLink|reportLink|recording)$/;

const linksOfNode = (node: MdastNode): Link[] => {
  const line = node.position?.start.line ?? 1;
  if (node.type === 'link' || node.type === 'definition') return [{ href: node.url, line, isPicture: false }];
  return node.type === 'image' ? [{ href: node.url, line, isPicture: true }] : [];
};

/** The links and pictures of a file. */
export const findLinks = ({ data, tree }: ContentFile): Link[] => [
  ...findTexts(data, linkFields).map((href) => ({ href, isPicture: false })),
  ...(tree ? nodesOf(tree).flatMap(linksOfNode) : []),
];

const textOf = (node: MdastNode): string =>
  'value' in node ? String(node.value ?? '') : 'children' in node ? node.children.map(textOf).join('') : '';

/** The anchors of a text: its headings, as the build names them. Undefined if a component may make others. */
const findAnchors = (tree: MdastNode): Set<string> | undefined => {
  const slugger = new Slugger();
  const nodes = nodesOf(tree);
  if (nodes.some(({ type }) => type === 'mdxJsxFlowElement' || type === 'mdxJsxTextElement'))
    return undefined;
  return new Set(nodes.filter(({ type }) => type === 'heading').map((node) => slugger.slug(textOf(node))));
};

/** The address of a page of its own. */
const pathOf = ({ path, data }: ContentFile) => {
  const [own] = path.startsWith('pages/') ? findTexts(data, /^path$/) : [];
  return own && resolvePath(own);
};

/** The addresses of the site that content/ may link to, each with its anchors where a text alone makes them. */
export const listAddresses = (files: ContentFile[]) => {
  const sessions = files.flatMap(({ path }) => /^webinars\/session-0*(\d+)/.exec(path)?.[1] ?? []);
  return new Map<string, ReadonlySet<string> | undefined>([
    ...astroPages().map(({ path }) => [path, undefined] as const),
    ...files.flatMap(({ path }) => {
      if (path.startsWith('awards/')) return [[parseAwardId(path.slice(7, -4)).path, undefined] as const];
      return /^(documents|forms|newsletters|posters)\//.test(path) ? [[`/${path}`, undefined] as const] : [];
    }),
    ...files.flatMap((file) => {
      const path = pathOf(file);
      return path ? [[path, file.tree && findAnchors(file.tree)] as const] : [];
    }),
    ['/webinar', new Set(sessions.map((number) => `session${number}`))],
  ]);
};

/** What the site makes of content/, beside pages. The build checks the rest of these addresses. */
const madeFiles = /^\/(people\/|data\/|news\.atom$|webinar\.(atom|ics)$)/;

const isWebAddress = (href: string) => URL.canParse(href) && /^https?:\/\/[^/]+\.[^/]/.test(href);

/** Whether a link has the site's own host, with or without www: its path alone stays in the tab and is checked. */
const isOwnAddress = (href: string) => {
  const hostOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '');
  return isWebAddress(href) && hostOf(href) === hostOf(siteAddress);
};

const anchorProblem = (path: string, anchor: string, anchors: ReadonlySet<string> | undefined) => {
  const isJudged =
    anchors && !['', 'top', 'main'].includes(anchor) && (path !== '/webinar' || /^session\d/.test(anchor));
  return isJudged && !anchors.has(anchor) ? `${path} has no section with this name.` : undefined;
};

/** The error of a link in a file, or undefined. Anchors that components make are left to the build. */
export const linkProblem = (
  href: string,
  file: ContentFile,
  addresses: ReturnType<typeof listAddresses>,
): string | undefined => {
  if (href.startsWith('#')) {
    const own = pathOf(file) ?? '';
    return anchorProblem(own, decodeURIComponent(href.slice(1)), addresses.get(own));
  }
  if (href.startsWith('mailto:'))
    return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(href) ? undefined : "This isn't a valid email address.";
  if (!href.startsWith('/')) {
    if (isOwnAddress(href))
      return `Write this link as ${new URL(href).href.slice(new URL(href).origin.length)}.`;
    return isWebAddress(href)
      ? undefined
      : "This isn't a valid link. Use https://example.org/page, or /news for a page of this site.";
  }
  const [path = '/', anchor = ''] = href.replace(/\?[^#]*/, '').split('#');
  if (addresses.has(path)) return anchorProblem(path, decodeURIComponent(anchor), addresses.get(path));
  return madeFiles.test(path) ||
    statSync(new URL(`.${path}`, publicFolder), { throwIfNoEntry: false })?.isFile()
    ? undefined
    : "This page doesn't exist on this site.";
};

/** The error of a picture that a file in the content folder `root` shows, or undefined. */
export const pictureProblem = (href: string, file: URL, root: URL) => {
  if (/^[a-z]+:/i.test(href))
    return "External images aren't allowed. Add the image to the site and link to it.";
  const picture = href.startsWith('/') ? new URL(`.${href}`, publicFolder) : new URL(href, file);
  if (![publicFolder, root].some((inside) => picture.href.startsWith(inside.href)))
    return 'This file is outside content/. Put the image beside the text.';
  const folder = new URL('.', picture);
  // By the folder's own list: some computers find a file by other capitals too, and the site's server doesn't.
  return existsSync(folder) && readdirSync(folder).includes(posix.basename(href))
    ? undefined
    : "This image doesn't exist.";
};
