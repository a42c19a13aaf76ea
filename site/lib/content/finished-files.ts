const folder = '../../../content';

/** As `data:` addresses, because the build moves this module away from content/. */
const files = import.meta.glob<string>('../../../content/{documents,forms,newsletters,posters}/*.{pdf,png}', {
  query: '?inline',
  import: 'default',
});

/** The finished files of content/ by their addresses on the site, such as `/forms/young.pdf`. */
export const finishedFiles = new Map(
  Object.entries(files).map(([path, readDataAddress]) => [path.slice(folder.length), readDataAddress]),
);
