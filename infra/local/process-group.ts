import { readFileSync } from 'node:fs';

const LOOK_MILLISECONDS = 250;

/**
 * Calls once when npm, which started this process through a shell, is gone: killed, it tells nobody. The two above this
 * process get new parents then. (Without /proc only the shell's own end is seen.)
 */
export function onParentExit(react: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const family = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const atStart = family();
  const timer = setInterval(() => {
    if (family() === atStart) return;
    clearInterval(timer);
    react();
  }, LOOK_MILLISECONDS);
  timer.unref();
}

function parentOf(processId: number): string {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    return /^PPid:\s*(\d+)/m.exec(status)?.[1] ?? '';
  } catch {
    return '';
  }
}
