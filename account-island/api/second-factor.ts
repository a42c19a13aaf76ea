import { ApiError } from './http.ts';

/** The field of a code in the login form; elsewhere it is `code`, as in the server's issues. */
export const SECOND_FACTOR = 'secondFactor';

/** Whether the server needs a recent second factor for the call. */
export const isSecondFactorAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.is('second-factor-stale');

let prompt: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Whether a call is waiting for a code. */
export const isCodeWanted = (): boolean => prompt !== undefined;

/** Calls `listener` when that changes. Returns the function that removes it. */
export function onCodeWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the waiting of every call: they are repeated if the code was given, and fail otherwise. */
export function resolveSecondFactor(isGiven: boolean): void {
  prompt?.resolve(isGiven);
  prompt = undefined;
  changed();
}

/**
 * Makes a call. If the server needs the second factor first, asks the member for a code and repeats the call.
 * Simultaneous calls share one prompt.
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
