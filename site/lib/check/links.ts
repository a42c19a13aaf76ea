import { existsSync, readdirSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import type { MdastNode } from 'satteri';
import { siteAddress } from '../content/paths.ts';

const publicFolder = new URL('../../public/', import.meta.url);

/** A link or picture; one of a text has a line. */
export type Link = { href: string; line?: number; isPicture: boolean };

const linksOfNode = (node: MdastNode): Link[] => {
  const line = node.position?.start.line ?? 1;
  if (node.type === 'link' || node.type === 'definition') return [{ href: node.url, line, isPicture: false }];
  if (node.type === 'image') return [{ href: node.url, line, isPicture: true }];
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return [];
  return node.attributes.flatMap((attribute) =>
    attribute.type === 'mdxJsxAttribute' &&
    typeof attribute.value === 'string' &&
    /^(href|src)$/.test(attribute.name)
      ? [{ href: attribute.value, line, isPicture: attribute.name === 'src' }]
      : [],
  );
};

/** The links and images of an MDX text, with their lines. */
export const findLinks = (node: MdastNode): Link[] => [
  ...linksOfNode(node),
  ...('children' in node ? node.children.flatMap(findLinks) : []),
];

const isWebAddress = (href: string) => URL.canParse(href) && /^https?:\/\/[^/]+\.[^/]/.test(href);

/** Whether a link has the site's own host, with or without www: its path alone stays in the tab and is checked. */
const isOwnAddress = (href: string) => {
  const hostOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '');
  return isWebAddress(href) && hostOf(href) === hostOf(siteAddress());
};

/** The anchors of a page; undefined for one whose anchors only the build knows. */
export type AnchorsOf = (path: string) => ReadonlySet<string> | undefined;

const anchorProblem = (anchor: string, ids: ReadonlySet<string> | undefined, where: string) =>
  ids === undefined || ids.has(anchor) || ['', 'top', 'main'].includes(anchor)
    ? undefined
    : `${where} has no section with this name.`;

/** The error of a link in content, or undefined. `own` are the anchors of the page that shows it. */
export const linkProblem = (
  href: string,
  paths: ReadonlySet<string>,
  anchorsOf: AnchorsOf = () => undefined,
  own?: ReadonlySet<string>,
) => {
  if (href.startsWith('#')) return anchorProblem(decodeURIComponent(href.slice(1)), own, 'This page');
  if (href.startsWith('mailto:'))
    return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(href) ? undefined : "This isn't a valid email address.";
  if (!href.startsWith('/')) {
    if (isOwnAddress(href))
      return `Write this link as ${new URL(href).href.slice(new URL(href).origin.length)}.`;
    return isWebAddress(href)
      ? undefined
      : "This isn't a valid link. Use https://example.org/page, or /news for a page of this site.";
  }
  const [path = '/', anchor] = href.replace(/\?[^#]*/, '').split('#');
  if (paths.has(path))
    return anchor === undefined
      ? undefined
      : anchorProblem(decodeURIComponent(anchor), anchorsOf(path), path);
  return statSync(new URL(`.${path}`, publicFolder), { throwIfNoEntry: false })?.isFile()
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
