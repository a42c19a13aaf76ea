import { CallFailed } from '../api/call-failed.ts';

/** Whether the server asks for the second factor again before it does what was called. */
export const isSecondFactorAsked = (error: unknown): boolean =>
  error instanceof CallFailed && error.refusal?.reason === 'second-factor-stale';

let asked: PromiseWithResolvers<boolean> | undefined;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Whether the page is to ask for a code now. */
export const isCodeWanted = (): boolean => asked !== undefined;

/** Calls back when that changes. Returns the function that ends it. */
export function onCodeWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the question, for every call that waits for it. */
export function settleSecondFactor(isGiven: boolean): void {
  asked?.resolve(isGiven);
  asked = undefined;
  changed();
}

/**
 * Makes a call, and makes it again once the member has given a code, where that is what the server asks for. Calls that
 * are refused at the same moment share one question.
 */
export async function withSecondFactor<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    if (!isSecondFactorAsked(error) || listeners.size === 0) throw error;
    asked ??= Promise.withResolvers<boolean>();
    changed();
    if (!(await asked.promise)) throw error;
    return send();
  }
}
