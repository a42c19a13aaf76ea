const TOKEN_KEY = 'token';
/** Told to the window when this page keeps or drops a token; other tabs get the platform's `storage` event. */
export const TOKEN_CHANGED = 'token-changed';
/** Told to the window when the server refuses what a member is about to do: their session ended meanwhile. */
export const SESSION_ENDED = 'session-ended';

/** What the page may know of a session without asking the server: for display only, since nothing is verified. */
interface TokenClaims {
  username: string;
  sessionId: string;
  expiresAt: Date;
}

/** The session's token, this tab's own before the remembered one; none where the browser blocks storage. */
export function readToken(): string | null {
  try {
    return sessionStorage.getItem(TOKEN_KEY) ?? localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

/** Whether the session was to outlive the tab. */
export const isRemembered = (): boolean => localStorage.getItem(TOKEN_KEY) !== null;

export function storeToken(token: string, rememberMe: boolean): void {
  clear();
  (rememberMe ? localStorage : sessionStorage).setItem(TOKEN_KEY, token);
  dispatchEvent(new Event(TOKEN_CHANGED));
}

export function clearToken(): void {
  clear();
  dispatchEvent(new Event(TOKEN_CHANGED));
}

function clear(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(TOKEN_KEY);
}

export const hasThreeParts = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

export function readClaims(token: string): TokenClaims | null {
  if (!hasThreeParts(token)) return null;
  try {
    const payload: unknown = JSON.parse(decodeBase64Url(token.split('.')[1] ?? ''));
    return parseClaims(payload);
  } catch {
    return null;
  }
}

function parseClaims(payload: unknown): TokenClaims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  if (!('username' in payload && 'jti' in payload && 'exp' in payload)) return null;
  const { username, jti, exp } = payload;
  if (typeof username !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return null;
  return { username, sessionId: jti, expiresAt: new Date(exp * 1000) };
}

function decodeBase64Url(base64url: string): string {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/**
 * Calls back when the token may have changed behind this page's back: in another tab, or while the page lay in the
 * browser's back-forward cache. Returns the function that ends it.
 */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onStorage = ({ key }: StorageEvent) => {
    // No key: the whole storage was cleared.
    if (key === TOKEN_KEY || key === null) listener();
  };
  addEventListener('storage', onStorage, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && listener(), { signal });
  return () => listening.abort();
}
