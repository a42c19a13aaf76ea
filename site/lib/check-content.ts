import { contentReport } from './content-report.ts';

// The editors' check: `npm run content:check`.
const { problems, notices } = contentReport();
for (const notice of notices) console.warn(`to look at: ${notice}`);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'content: no mistakes found' : `content: ${problems.length} to mend`);
process.exitCode = problems.length === 0 ? 0 : 1;
