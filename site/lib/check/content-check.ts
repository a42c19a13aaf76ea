import { Command } from 'commander';
import { checkContent } from './check-content.ts';
import { listMissingByPage } from './missing.ts';
import { readContent } from './read-content.ts';

// The check for editors: `npm run content:check`.
const options = new Command('npm run content:check --')
  .option('--gaps', 'list what is not known yet, by file')
  .option('--pages', 'list what is missing by page, the most visible first')
  .parse()
  .opts<{ gaps?: true; pages?: true }>();
const { problems, gaps } = checkContent();
const files = Map.groupBy(gaps, ({ file }) => file);

if (options.gaps) {
  for (const [file, inFile] of files) console.log([file, ...inFile.map(({ gap }) => `  ${gap}`)].join('\n'));
  console.log(`
What to do: find the fact and its source. In place of a sample, enter the fact and its "source", and remove "sample". Enter a field that
an entry lacks. What a page names under "gaps" goes into its text; then remove the line from "gaps". Until then, a published page leaves it out.
`);
}
if (options.pages)
  console.log(
    [
      'Missing, by page, the most visible first:',
      ...listMissingByPage(readContent()).map((line) => `  ${line}`),
      'The pages leave out what is missing. To enter many at once: content/README.md, "Add many at once".',
    ].join('\n'),
  );
for (const problem of problems) console.error(problem);
console.log(
  `Mistakes: ${problems.length}. Gaps: ${gaps.length} in ${files.size} files${options.gaps ? '' : ' (npm run content:check -- --gaps)'}.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
