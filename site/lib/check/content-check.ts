import { contentReport } from './report.ts';

// The check for editors: `npm run content:check`. Only errors stop a build.
const { problems, notices, unconfirmed, samples } = contentReport();
for (const entry of samples) console.log(`Sample: ${entry}`);
for (const fact of unconfirmed) console.log(`To be confirmed: ${fact}`);
for (const notice of notices) console.warn(`Please check: ${notice}`);
for (const problem of problems) console.error(problem);
const result = problems.length === 0 ? 'passed.' : `failed. Errors: ${problems.length}.`;
console.log(
  `Content check ${result} Samples: ${samples.length}. Facts to be confirmed: ${unconfirmed.length}.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
