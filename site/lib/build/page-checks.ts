import { createHash } from 'node:crypto';
import { type HastNode, htmlToHast } from 'satteri';
import { Card } from '../../schemas/card.ts';

const policyMeta = /<meta http-equiv="content-security-policy" content="([^"]*)"\s*\/?>/i;

const cardMeta = /<meta name="card" content="[^"]*"\s*\/?>/i;
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

/** What the page's card shows: the words that the page gives it, and the page's first figure unless it names one. */
const findCard = (all: Element[]) => {
  const words = all.find(({ tagName, properties: { name } }) => tagName === 'meta' && name === 'card');
  if (words === undefined) return undefined;
  const [figure] = all.flatMap(({ properties: { src } }) => figureFile.exec(String(src))?.[1] ?? []);
  return Card.parse({ figure, ...JSON.parse(String(words.properties['content'])) });
};

/**
 * Checks a built page against the header policy: what it inlines, where it links to, and what it may not contain. Removes
 * the page's own policy element, in which Astro lists what it inlined: the header contains it. Removes the words of the card
 * too, which are for the build alone.
 */
export const checkPage = (html: string) => {
  const declaredHashes = policyMeta.exec(html)?.[1] ?? '';
  const all = elements(htmlToHast(html));
  const scripts = all.filter(isScript).map(hash);
  const styles = all.filter(({ tagName }) => tagName === 'style').map(hash);
  return {
    html: html.replace(policyMeta, '').replace(cardMeta, ''),
    card: findCard(all),
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
