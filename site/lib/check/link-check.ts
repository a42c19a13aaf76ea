import { checkLinks } from './outside-links.ts';
import { contentReport } from './report.ts';

// The editors' check of links to other sites: `npm run content:links`. It needs a network, and says so where there is none.
const { linkPlaces } = contentReport();
const outside = [...linkPlaces.keys()].filter((href) => /^https?:/.test(href)).sort();
const found = await checkLinks(outside);
const those = (what: string) => outside.filter((href) => found.get(href) === what);

if (those('unreachable').length === outside.length) {
  console.log(`links: no network here, ${outside.length} outside links not checked`);
} else {
  for (const href of those('unclear'))
    console.warn(`to look at: ${linkPlaces.get(href)} answers with an error`);
  for (const href of those('unreachable'))
    console.warn(`to look at: ${linkPlaces.get(href)} does not answer`);
  for (const href of those('dead')) console.error(`${linkPlaces.get(href)} leads to a page that is gone`);
  const dead = those('dead').length;
  console.log(`links: ${outside.length} outside links, ${dead === 0 ? 'none of them dead' : `${dead} dead`}`);
  process.exitCode = dead === 0 ? 0 : 1;
}
