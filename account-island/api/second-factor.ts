import { ApiError } from './http.ts';

/** The name of a code's field in a login; elsewhere it is `code`, as the server's issues have it. */
export const SECOND_FACTOR = 'secondFactor';

/** Whether the server asks for the second factor again before it does what was called. */
export const isSecondFactorAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.is('second-factor-stale');

let prompt: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Whether a call waits for a code now. */
export const isCodeWanted = (): boolean => prompt !== undefined;

/** Calls `listener` when that changes. Returns the function that stops it. */
export function onCodeWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the wait of every call: they are repeated if the code was given, and fail if not. */
export function resolveSecondFactor(isGiven: boolean): void {
  prompt?.resolve(isGiven);
  prompt = undefined;
  changed();
}

/**
 * Makes a call. Where the server wants the second factor first, asks the member for a code and repeats the call. Calls
 * that are rejected at the same moment share one prompt.
 */
export async function withSecondFactor<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    if (!isSecondFactorAsked(error) || listeners.size === 0) throw error;
    if (!prompt) {
      prompt = Promise.withResolvers();
      changed();
    }
    if (!(await prompt.promise)) throw error;
    return send();
  }
}
