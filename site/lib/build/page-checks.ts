import { createHash } from 'node:crypto';
import { type HastNode, htmlToHast } from 'satteri';
import { type FigureName, figures } from '../content/figures.ts';

const policyMeta = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i;

const figureFile = /^\/figures\/(\w+)\.svg$/;

type Element = Extract<HastNode, { type: 'element' }>;

const elements = (node: HastNode): Element[] => [
  ...(node.type === 'element' ? [node] : []),
  ...('children' in node ? node.children.flatMap(elements) : []),
];

const hash = ({ children: [text] }: Element) =>
  `sha256-${createHash('sha256')
    .update(text?.type === 'text' ? text.value : '')
    .digest('base64')}`;

const isScript = ({ tagName, properties: { type, src } }: Element) =>
  tagName === 'script' &&
  src === undefined &&
  (type === undefined || type === 'module' || type === 'text/javascript');

const isFigureName = (name: string | undefined): name is FigureName => name !== undefined && name in figures;

/** What the image for shared links shows: the page's title, and its first figure or, without one, Enneper's surface. */
const findShareImage = (all: Element[]) => {
  const title = all.find(({ properties: { property } }) => property === 'og:title')?.properties['content'];
  const figure = all.map(({ properties: { src } }) => figureFile.exec(`${src}`)?.[1]).find(isFigureName);
  return typeof title === 'string' ? { title, figure: figure ?? 'enneper' } : undefined;
};

/**
 * Checks a built page against the header policy: what it inlines, where it links to, and what it may not contain. Removes
 * the page's own policy element, in which Astro lists what it inlined: the header contains it.
 */
export const checkPage = (html: string) => {
  const declaredHashes = policyMeta.exec(html)?.[1] ?? '';
  const all = elements(htmlToHast(html));
  const scripts = all.filter(isScript).map(hash);
  const styles = all.filter(({ tagName }) => tagName === 'style').map(hash);
  return {
    html: html.replace(policyMeta, ''),
    shareImage: findShareImage(all),
    scriptHashes: scripts,
    styleHashes: styles,
    ids: new Set(all.map(({ properties: { id } }) => String(id ?? ''))),
    links: all.flatMap(({ properties: { href } }) =>
      typeof href === 'string' && /^[/#]/.test(href) ? [href] : [],
    ),
    problems: [
      ...[...scripts, ...styles]
        .filter((found) => !declaredHashes.includes(`'${found}'`))
        .map(
          (found) =>
            `Inline script or style without a hash (${found}). Let Astro bundle it. Don't use is:inline.`,
        ),
      ...all.flatMap(({ tagName, properties }) =>
        Object.keys(properties)
          .filter((name) => name === 'style' || /^on[A-Z]/.test(name))
          .map(
            (name) =>
              `<${tagName}> has the attribute ${name.toLowerCase()}, which the security policy blocks. Use a class or a script.`,
          ),
      ),
    ],
  };
};

type Page = { path: string; ids: ReadonlySet<string>; links: string[] };

/** Links inside the site without a target page, file or anchor, each with its page and the error. */
export const findDeadLinks = (pages: Page[], isFile: (path: string) => boolean) => {
  const idsOf = new Map(pages.map(({ path, ids }) => [path, ids]));
  const linkProblemOn = (href: string, from: string) => {
    const { pathname, hash } = new URL(href, `http://site${from}`);
    // The user center serves the pages below it.
    const ids = idsOf.get(pathname.replace(/^\/user\/.*/, '/user'));
    if (!ids) return isFile(pathname) ? undefined : 'No such page or file on this site.';
    const anchor = decodeURIComponent(hash.slice(1));
    return ['', 'top'].includes(anchor) || ids.has(anchor)
      ? undefined
      : `${pathname} has no section with this name.`;
  };
  return pages.flatMap(({ path, links }) =>
    links.flatMap((href) => {
      const problem = linkProblemOn(href, path);
      return problem ? [{ path, href, problem }] : [];
    }),
  );
};
