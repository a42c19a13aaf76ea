import { readTabItem, removeTabItem, writeTabItem } from './tab-storage.ts';

const TOKEN_KEY = 'token';
/** Event on the window when this page stores or removes a token; other tabs get the platform's `storage` event. */
export const TOKEN_CHANGED = 'token-changed';

/** The claims that the page shows without asking the server; they are not verified. */
interface TokenClaims {
  username: string;
  sessionId: string;
  signedInAt: Date;
  expiresAt: Date;
}

/** The session's token: this tab's own, otherwise the remembered one; null if the browser blocks storage. */
export function readToken(): string | null {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Whether the session is to outlive the tab. */
export const isRemembered = (): boolean => localStorage.getItem(TOKEN_KEY) !== null;

/** @throws `QuotaExceededError` if storage is full, `SecurityError` if the browser blocks it: nobody is logged in then. */
export function storeToken(token: string, rememberMe: boolean): void {
  clear();
  (rememberMe ? localStorage : sessionStorage).setItem(TOKEN_KEY, token);
  dispatchEvent(new Event(TOKEN_CHANGED));
}

export function clearToken(): void {
  clear();
  dispatchEvent(new Event(TOKEN_CHANGED));
}

const ENDED_KEY = 'ended';

/** Why a session is over: it has ended, or the server failed each time it was asked. */
export type SessionEnd = 'ended' | 'unchecked';

/** Clears the token of a session that is over, and tells the login page of this tab why. */
export function endSession(how: SessionEnd = 'ended'): void {
  clearToken();
  writeTabItem(ENDED_KEY, how);
}

/** Reads and removes why `endSession` led here. */
export function takeSessionEnd(): SessionEnd | undefined {
  const how = readTabItem(ENDED_KEY);
  removeTabItem(ENDED_KEY);
  return how === 'ended' || how === 'unchecked' ? how : undefined;
}

function clear(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(TOKEN_KEY);
}

export const hasThreeParts = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

export function readClaims(token: string): TokenClaims | null {
  try {
    const { username, jti, iat, exp } = JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''));
    // Throws for a name that is no text.
    return {
      username: username.normalize(),
      sessionId: jti,
      signedInAt: new Date(iat * 1000),
      expiresAt: new Date(exp * 1000),
    };
  } catch {
    // It is not a token of ours.
    return null;
  }
}

function decodeBase64Url(base64url: string): string {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/**
 * Calls `listener` when the token may have changed elsewhere: in another tab, or while the page was in the browser's
 * back-forward cache.
 */
export function onTokenChangedElsewhere(listener: () => void, options?: AddEventListenerOptions): void {
  const onStorage = ({ key }: StorageEvent) => {
    // Without a key, the whole storage was cleared.
    if ((key ?? TOKEN_KEY) === TOKEN_KEY) listener();
  };
  addEventListener('storage', onStorage, options);
  addEventListener('pageshow', ({ persisted }) => persisted && listener(), options);
}
