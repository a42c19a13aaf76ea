import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
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
