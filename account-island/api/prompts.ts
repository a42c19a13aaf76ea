import { ApiError } from './http.ts';

/** What a call may need from the member first: their password where the session has ended, or a code. */
export type Prompt = 'login' | 'second-factor';

/** The field of a code in the login form; elsewhere it is `code`, as in the server's issues. */
export const SECOND_FACTOR = 'secondFactor';

/** Whether the server needs a recent second factor for the call. */
export const isSecondFactorAsked = (error: unknown): boolean =>
  error instanceof ApiError && error.is('second-factor-stale');

const prompts = new Map<Prompt, PromiseWithResolvers<boolean>>();
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** What calls are waiting for. A code counts for a session alone, so that the password comes first. */
export const wantedPrompt = (): Prompt | undefined =>
  prompts.has('login') ? 'login' : prompts.has('second-factor') ? 'second-factor' : undefined;

/** Calls `listener` when that changes. Returns the function that removes it. */
export function onPromptChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends the waiting of every call: they are repeated if it was given, and fail otherwise. */
export function resolvePrompt(prompt: Prompt, isGiven: boolean): void {
  prompts.get(prompt)?.resolve(isGiven);
  prompts.delete(prompt);
  changed();
}

/** Simultaneous calls share one prompt. */
function ask(prompt: Prompt): Promise<boolean> {
  const waiting = prompts.get(prompt) ?? Promise.withResolvers<boolean>();
  prompts.set(prompt, waiting);
  changed();
  return waiting.promise;
}

function promptFor(error: unknown, isChange: boolean): Prompt | undefined {
  if (isSecondFactorAsked(error)) return 'second-factor';
  // Only for changes: their pages hold work that must not be lost.
  return isChange && error instanceof ApiError && error.status === 401 ? 'login' : undefined;
}

/**
 * Makes a member's call. Where the server needs the password or a code first, asks the member, and repeats the call. Each is
 * asked for once. `isChange`: whether it changes anything; a read whose session has ended fails at once.
 */
export async function withPrompts<Reply>(isChange: boolean, send: () => Promise<Reply>): Promise<Reply> {
  const asked = new Set<Prompt>();
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const prompt = promptFor(error, isChange);
      if (!prompt || asked.has(prompt) || listeners.size === 0) throw error;
      asked.add(prompt);
      if (!(await ask(prompt))) throw error;
    }
  }
}
