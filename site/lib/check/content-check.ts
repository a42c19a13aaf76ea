import { contentReport } from './report.ts';

// The editors' check: `npm run content:check`. Only mistakes stop a build.
const { problems, notices, unconfirmed, samples } = contentReport();
for (const entry of samples) console.log(`sample: ${entry}`);
for (const fact of unconfirmed) console.log(`to be confirmed: ${fact}`);
for (const notice of notices) console.warn(`to look at: ${notice}`);
for (const problem of problems) console.error(problem);
const others = `${samples.length} samples, ${unconfirmed.length} facts to be confirmed`;
console.log(
  `content: ${problems.length === 0 ? 'no mistakes found' : `${problems.length} to mend`}; ${others}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
