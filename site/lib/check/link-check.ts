import { Command } from 'commander';
import { checkLinks } from './outside-links.ts';
import { checkContent } from './report.ts';

// The editors' check of links to other sites: `npm run content:links`. Without a network it says so.
new Command('npm run content:links --').description('Check every link to another site.').parse();
const { linkPlaces } = checkContent();
const outside = [...linkPlaces.keys()].filter((href) => /^https?:/.test(href)).sort();
const found = await checkLinks(outside);
const those = (what: string) => outside.filter((href) => found.get(href) === what);

if (those('unreachable').length === outside.length) {
  console.log(`No network connection. External links not checked: ${outside.length}.`);
} else {
  for (const href of those('unclear'))
    console.warn(`Please check: ${linkPlaces.get(href)} returned an error.`);
  for (const href of those('unreachable'))
    console.warn(`Please check: ${linkPlaces.get(href)} didn't respond.`);
  for (const href of those('dead')) console.error(`${linkPlaces.get(href)}: this page no longer exists.`);
  const dead = those('dead').length;
  console.log(`External links checked: ${outside.length}. Broken: ${dead}.`);
  process.exitCode = dead === 0 ? 0 : 1;
}
