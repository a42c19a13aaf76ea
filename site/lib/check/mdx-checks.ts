import { statSync } from 'node:fs';
import type { MdastNode } from 'satteri';
import { editDistance } from '../content/edit-distance.ts';
import { siteAddress } from '../content/paths.ts';

/** A link of a text has a line, one of the data the path of its field. */
export type Link = { href: string; line?: number; field?: string[]; picture: boolean };

const linksOfNode = (node: MdastNode): Link[] => {
  const line = node.position?.start.line ?? 1;
  if (node.type === 'link' || node.type === 'definition') return [{ href: node.url, line, picture: false }];
  if (node.type === 'image') return [{ href: node.url, line, picture: true }];
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return [];
  return node.attributes.flatMap((attribute) =>
    attribute.type === 'mdxJsxAttribute' &&
    typeof attribute.value === 'string' &&
    /^(href|src)$/.test(attribute.name)
      ? [{ href: attribute.value, line, picture: attribute.name === 'src' }]
      : [],
  );
};

/** The links and images of an MDX text, with their lines. */
export const findLinks = (node: MdastNode): Link[] => [
  ...linksOfNode(node),
  ...('children' in node ? node.children.flatMap(findLinks) : []),
];

/** Links and pictures that Markdown leaves as plain text: with a space before the address or within it. */
export const findUnparsedLinks = (node: MdastNode): { line: number | undefined; sentence: string }[] => [
  ...(node.type === 'text' && /\](?:\(| \((?:\/|https?:|$))/.test(node.value)
    ? [
        {
          line: node.position?.start.line,
          sentence:
            'A link or picture is shown as plain text here. Write [its text](/page) or ![what it shows](./picture.jpg), with no space after ] and none in the address.',
        },
      ]
    : []),
  ...('children' in node ? node.children.flatMap(findUnparsedLinks) : []),
];

const isWebAddress = (href: string) => URL.canParse(href) && /^https?:\/\/[^/]+\.[^/]/.test(href);

/** Whether a link has the site's own host, with or without www: its path alone stays in the tab and is checked. */
const isOwnAddress = (href: string) => {
  const hostOf = (address: string) => URL.parse(address)?.hostname.replace(/^www\./, '');
  return isWebAddress(href) && hostOf(href) === hostOf(siteAddress());
};

const nearest = (path: string, paths: readonly string[]) =>
  paths.toSorted(
    (one, other) =>
      editDistance(path.toLowerCase(), one.toLowerCase()) -
      editDistance(path.toLowerCase(), other.toLowerCase()),
  )[0];

/** What the anchors of a page are; undefined for one whose anchors only the build knows. */
export type AnchorsOf = (path: string) => ReadonlySet<string> | undefined;

const anchorProblem = (anchor: string, ids: ReadonlySet<string> | undefined, where: string) =>
  ids === undefined || ids.has(anchor) || ['', 'top', 'main'].includes(anchor)
    ? undefined
    : `${where} has no section with this name.${ids.size > 0 ? ` Did you mean #${nearest(anchor, [...ids])}?` : ''}`;

/** The error of a link in content, or undefined. `own` are the anchors of the page that shows it. */
export const linkProblem = (
  href: string,
  paths: ReadonlySet<string>,
  publicFolder: URL,
  anchorsOf: AnchorsOf = () => undefined,
  own?: ReadonlySet<string>,
) => {
  if (href.startsWith('#')) return anchorProblem(decodeURIComponent(href.slice(1)), own, 'This page');
  if (href.startsWith('mailto:'))
    return /^mailto:[^@\s]+@[^@\s]+\.[^@\s]+$/.test(href) ? undefined : "This isn't a valid email address.";
  if (!href.startsWith('/')) {
    if (isOwnAddress(href))
      return `Write this link as ${new URL(href).href.slice(new URL(href).origin.length)}.`;
    if (isWebAddress(href)) return undefined;
    return /^[^:]*\.pdf$/i.test(href)
      ? 'Put the PDF into content/documents/, with a name in small letters, digits and hyphens, and link to it as /documents/the-name.pdf.'
      : "This isn't a valid link. Use https://example.org/page, or /news for a page of this site.";
  }
  if (/^\/webinar#session\d+$/.test(href)) return paths.has(href) ? undefined : "This session doesn't exist.";
  const [path = '/'] = href.split(/[?#]/);
  const [, anchor] = href.split('#');
  if (paths.has(path))
    return anchor === undefined
      ? undefined
      : anchorProblem(decodeURIComponent(anchor), anchorsOf(path), path);
  const clean = path.replace(/(\.html|\/)$/, '');
  if (paths.has(clean)) return `Write this link as ${clean}.`;
  return statSync(new URL(`.${path}`, publicFolder), { throwIfNoEntry: false })?.isFile()
    ? undefined
    : `This page doesn't exist on this site. Did you mean ${nearest(path, [...paths])}?`;
};
