import type { Finding, Problem } from './import.ts';

const MOST_FINDINGS = 100;
const MOST_RUNS = 20;

/** What was found, said once for all its lines, so that a report of 10,000 lines can be read; the first hundred. */
export function groupRowErrors(problems: readonly Problem[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { line, column, message } of problems.toSorted((a, b) => a.line - b.line)) {
    const name = JSON.stringify([column, message]);
    const finding = findings.get(name) ?? { column, message, lineCount: 0, runs: [] };
    findings.set(name, finding);
    finding.lineCount += 1;
    const last = finding.runs.at(-1);
    if (last && line <= last.to + 1) last.to = line;
    else finding.runs.push({ from: line, to: line });
  }
  return [...findings.values()]
    .slice(0, MOST_FINDINGS)
    .map((finding) => ({ ...finding, runs: finding.runs.slice(0, MOST_RUNS) }));
}
