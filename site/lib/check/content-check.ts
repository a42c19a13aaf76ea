import { Command } from 'commander';
import { contentFolder } from '../content/paths.ts';
import { checkPast } from './past-check.ts';
import { checkContent } from './report.ts';

// The check for editors: `npm run content:check`. Only errors stop a build.
const options = new Command('npm run content:check --')
  .option('--gaps', 'list what is not known yet, by page')
  .parse()
  .opts<{ gaps?: true }>();
const { problems, notices, gaps: unknown } = await checkContent();
// Files with mistakes may not be readable.
const gaps = [...unknown, ...(problems.length === 0 ? checkPast(contentFolder, new Date()) : [])];
const pages = Object.entries(Object.groupBy(gaps, ({ page }) => page)).sort(([a], [b]) => a.localeCompare(b));

if (options.gaps) {
  for (const [page, onPage = []] of pages) {
    console.log(page);
    for (const [file, inFile = []] of Object.entries(Object.groupBy(onPage, ({ file }) => file)))
      console.log([`  ${file}`, ...inFile.map(({ gap }) => `    ${gap}`)].join('\n'));
  }
  console.log(`
What to do: find the fact and its source. In place of a sample, enter the fact and its "source", and remove "sample". Enter a field that
an entry lacks. Write in the past tense of what is over. What a page names under "gaps" goes into its text; then remove the line from "gaps". Until then, a published page leaves it out.
`);
}
for (const notice of notices) console.log(`Please check: ${notice}`);
for (const problem of problems) console.error(problem);
console.log(
  `Mistakes: ${problems.length}. Gaps: ${gaps.length} on ${pages.length} pages${options.gaps ? '' : ' (npm run content:check -- --gaps)'}.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
