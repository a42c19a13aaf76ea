type Page = { path: string; ids: ReadonlySet<string>; links: string[] };

/** Links inside the site that lead to no page, file or anchor, each with the page that has it and what is wrong. */
export const deadLinks = (pages: Page[], isFile: (path: string) => boolean) => {
  const idsOf = new Map(pages.map(({ path, ids }) => [path, ids]));
  const wrongIn = (href: string, from: string) => {
    const { pathname, hash } = new URL(href, `http://site${from}`);
    // The user centre draws the pages below it.
    const ids = idsOf.get(pathname.replace(/^\/user\/.*/, '/user'));
    if (!ids) return isFile(pathname) ? undefined : 'leads to no page or file of this site';
    const anchor = decodeURIComponent(hash.slice(1));
    return ['', 'top'].includes(anchor) || ids.has(anchor)
      ? undefined
      : `leads to an anchor that ${pathname} does not have`;
  };
  return pages.flatMap(({ path, links }) =>
    links.flatMap((href) => {
      const wrong = wrongIn(href, path);
      return wrong ? [{ path, href, wrong }] : [];
    }),
  );
};
