import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guard = join(import.meta.dirname, 'guard.sh');

export interface ChildHandle {
  readonly process: ChildProcess;
  /** The exit code, whoever ended it. */
  readonly ended: Promise<number>;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
}

/**
 * Starts a command that cannot outlive this process. It gets a process group of its own, so that Ctrl-C reaches only this
 * process, which then ends things in order.
 */
export function startChild(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; output: 'inherit' | 'pipe' },
): ChildHandle {
  const { output, ...place } = options;
  const stdio: StdioOptions = ['pipe', output, output];
  const child = spawn('/bin/sh', [guard, command, ...args], { ...place, stdio, detached: true });
  const ended = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1));
  return {
    process: child,
    ended,
    stop: async () => {
      child.stdin?.destroy();
      await ended;
    },
  };
}

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
