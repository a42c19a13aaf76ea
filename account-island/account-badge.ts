import { initialsOf } from '#shared/text';
import { TIME_OUT_MS } from './api/http.ts';
import { endSession, onTokenChangedElsewhere, readClaims, readToken, TOKEN_CHANGED } from './api/token.ts';

/**
 * Turns the Login links of a page into the member's badge and back. An unexpired token shows its username at once; GET
 * /userinfo then confirms it, and on any failure the links fall back to Login.
 */
export function mountAccountBadge(links: ArrayLike<HTMLAnchorElement>): void {
  const draw = accountBadge(links);
  // The served page says Login.
  let last: string | null = null;
  const refresh = async () => {
    const token = readToken();
    // A token that was confirmed before already shows the server's reply.
    if (token !== last) draw(claimedUsername(token));
    last = token;
    // The user center has links of its own, which it turns into the badge by itself.
    if (!token || !links[0]) return;
    const username = await fetchUsername(token);
    if (token !== readToken()) return;
    if (username === undefined) endSession();
    draw(username);
  };
  addEventListener(TOKEN_CHANGED, refresh);
  onTokenChangedElsewhere(refresh);
  refresh();
}

/** Draws the links of a page as the badge of the member with this username, or as they were without one. */
export function accountBadge(links: ArrayLike<HTMLAnchorElement>): (username?: string | null) => void {
  const renderers = Array.from(links, createRenderer);
  return (username) => {
    for (const render of renderers) render(username);
  };
}

/** The username in an unexpired token, which the server has not confirmed. */
export function claimedUsername(token: string | null): string | null {
  const claims = token && readClaims(token);
  return claims && claims.expiresAt > new Date() ? claims.username : null;
}

const element = (tag: string, textContent: string, className = '') =>
  Object.assign(document.createElement(tag), { className, textContent });

function createRenderer(link: HTMLAnchorElement): (username?: string | null) => void {
  const { className, textContent } = link;
  return (username) => {
    if (!username) {
      Object.assign(link, { className, textContent });
      return;
    }
    link.className = 'account-badge';
    const initials = element('b', initialsOf(username));
    initials.ariaHidden = 'true';
    link.replaceChildren(
      initials,
      element('span', username),
      element('span', 'Open User Center', 'visually-hidden'),
    );
  };
}

/**
 * Undefined if the server has ended the session; null without an answer. The contract's schema would outweigh all the
 * other script of a public page.
 */
async function fetchUsername(token: string): Promise<string | null | undefined> {
  try {
    const response = await fetch('/api/userinfo', {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    if (response.status === 401) return undefined;
    const { code, data } = await response.json();
    // Any code but 1 has no name; without one, or with one that is no text, this throws.
    const username = code === 1 && data.username;
    return username.normalize();
  } catch (cause) {
    console.warn('Session check failed', cause);
    return null;
  }
}
