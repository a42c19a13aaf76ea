import { type Actor, auditEntry } from '../audit/audit.ts';
import { DomainError } from '../shared/domain-error.ts';
import { type ImportDeps, importOf } from './check-import.ts';
import type { ImportJob } from './import.ts';

/**
 * Ends an import where it stands: what is applied stays, the rest never is. The same file can be checked and applied
 * anew later. Refuses with `import-finished`.
 */
export async function cancelImport(
  deps: ImportDeps,
  actor: Actor,
  id: string,
  reason: string,
): Promise<ImportJob> {
  const job = await importOf(deps, id);
  const { kind, fileName, done, total } = job;
  const details = { kind, file: fileName, lines: String(total), applied: String(done) };
  const entry = auditEntry(deps, { actor, action: 'cancel-import', reason, details });
  if (!(await deps.imports.setAside(job, entry))) throw new DomainError('import-finished');
  await deps.files.remove(job.linesKey);
  return { ...job, state: 'set-aside' };
}
