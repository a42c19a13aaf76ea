import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { messages } from '../text/account.ts';
import { LoadError, Loading } from './query-state.tsx';

const TIMEOUT_MS = 120_000;

/** A module of the application could not be loaded. */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** `missing` if the server no longer has the file, as after a new release. */
  readonly type: 'missing' | 'error';
  /** The module's address; the page's own if the browser does not report it. */
  readonly address: string;

  constructor(type: 'missing' | 'error', address: string, cause: unknown) {
    super(`${type}: ${address}`, { cause });
    this.type = type;
    this.address = address;
  }
}

/** Imports a module. @throws `ChunkLoadError`, after 120 s at the latest */
export async function importWithTimeout<T>(load: () => Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason));
  });
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    const address = moduleAddress(cause) ?? location.href;
    throw new ChunkLoadError((await isMissing(address)) ? 'missing' : 'error', address, cause);
  }
}

/** The module's address in the browser's error message. */
const moduleAddress = (cause: unknown): string | undefined =>
  cause instanceof Error ? /https?:\/\/[^\s'"]+/.exec(cause.message)?.[0] : undefined;

const isMissing = async (address: string): Promise<boolean> => {
  const reply = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return reply?.status === 404;
};

/** Shows what to do if a panel cannot be loaded, or fails. */
export class LazyBoundary extends Component<{ children: ReactNode }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isMissing = error instanceof ChunkLoadError && error.type === 'missing';
    return (
      <div className="panel">
        <LoadError
          message={isMissing ? messages.partMissing : messages.partFailed}
          action="Reload"
          onAction={() => location.reload()}
        />
      </div>
    );
  }
}

/** A part of a page, whose code is loaded when it is first drawn; until then it shows `waiting`. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  waiting: ReactNode = <Loading />,
): ComponentType<Props> {
  const Part = lazy(() => importWithTimeout(load));
  return (props) => (
    <LazyBoundary>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </LazyBoundary>
  );
}
