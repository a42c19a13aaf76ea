import type { Issue } from '../../schemas/newsletters.ts';
import { shown } from './samples.ts';

/** Where an issue can be read: elsewhere, or the address of its own file; nowhere while there is neither. */
export const issueDocument = (issue: Issue, files: Record<string, string>) => {
  const [, file] = Object.entries(files).find(([path]) => path.endsWith(`/issue-${issue.number}.pdf`)) ?? [];
  return shown(issue) ? (issue.document ?? file) : undefined;
};
