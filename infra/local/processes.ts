import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guard = join(import.meta.dirname, 'guard.mjs');
/** The children that have not ended. */
const running = new Set<{ kill(): void; ended: Promise<number> }>();

export interface ChildHandle {
  readonly process: ChildProcess;
  /** The exit code, whoever ended it. */
  readonly ended: Promise<number>;
  /** Ends it, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a command that cannot outlive this process: `guard.mjs` runs it, without a shell. Both get their own process
 * group, so that Ctrl-C reaches only this process, which then ends everything in order.
 */
export function startChild(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; output: 'inherit' | 'pipe' },
): ChildHandle {
  const { output, ...rest } = options;
  const stdio: StdioOptions = ['ignore', output, output, 'ipc'];
  const child = spawn(process.execPath, [guard, command, ...args], {
    ...rest,
    stdio,
    detached: true,
    windowsHide: true,
  });
  let commandId: number | undefined;
  child.on('message', (id) => {
    if (typeof id === 'number') commandId = id;
  });
  const killCommand = () => {
    if (commandId !== undefined) killQuietly(commandId);
  };
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(entry);
    if (typeof code === 'number') return code;
    // The guard itself was killed, so nobody else ends the command.
    killCommand();
    return 1;
  });
  const entry = { kill: killCommand, ended };
  running.add(entry);
  return {
    process: child,
    ended,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Kills every child that still runs, for a process without time for more; resolves when they and their guards have ended. */
export async function killChildren(): Promise<void> {
  for (const { kill } of running) kill();
  await Promise.all([...running].map(({ ended }) => ended));
}

function killQuietly(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const POLL_MS = 250;

/**
 * Calls `onExit` once when npm, which started this process through a shell, has ended: a killed npm passes on no signal.
 * The parent and grandparent of this process change then. (Without /proc, only the parent can be seen.)
 */
export function onParentExit(onExit: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parentProcesses = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const atStart = parentProcesses();
  const timer = setInterval(() => {
    if (parentProcesses() === atStart) return;
    clearInterval(timer);
    onExit();
  }, POLL_MS);
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
