import { fetchApi } from './api/http.ts';
import { onTokenChangedElsewhere, readClaims, readToken, TOKEN_CHANGED } from './api/token.ts';
import { initialsOf } from './text/format.ts';

/**
 * Turns the Login links of a page into the member's badge and back. An unexpired token shows its username at once; GET
 * /userinfo then confirms it, and on any failure the links fall back to Login. On the login page itself they do nothing.
 */
export function mountAccountBadge(links: Iterable<HTMLAnchorElement>): void {
  const renderers = Array.from(links, createRenderer);
  const draw = (username: string | null) => {
    for (const render of renderers) render(username);
  };
  // The served page says Login.
  let last: string | null = null;
  const refresh = async () => {
    const token = readToken();
    const claims = token && readClaims(token);
    // A token that was confirmed before already shows the server's reply.
    if (token !== last) draw(claims && claims.expiresAt > new Date() ? claims.username : null);
    last = token;
    if (!token) return;
    const username = await fetchUsername(token);
    if (token === readToken()) draw(username);
  };
  addEventListener(TOKEN_CHANGED, refresh);
  onTokenChangedElsewhere(refresh);
  refresh();
}

function createRenderer(link: HTMLAnchorElement): (username: string | null) => void {
  const guest = { className: link.className, content: [...link.childNodes] };
  link.addEventListener('click', (event) => {
    if (link.pathname === location.pathname) event.preventDefault();
  });
  return (username) => {
    if (username === null) {
      link.className = guest.className;
      link.replaceChildren(...guest.content);
      return;
    }
    const initials = document.createElement('b');
    initials.ariaHidden = 'true';
    initials.textContent = initialsOf(username);
    const name = document.createElement('span');
    name.textContent = username;
    const target = document.createElement('span');
    target.className = 'visually-hidden';
    target.textContent = 'Open User Center';
    link.className = 'account-badge';
    link.replaceChildren(initials, name, target);
  };
}

async function fetchUsername(token: string): Promise<string | null> {
  try {
    const response = await fetchApi('GET', '/userinfo', { token });
    const username = response.ok ? readUsername(await response.json()) : null;
    if (username === null) throw new Error(`${response.status}`);
    return username;
  } catch (cause) {
    console.warn('Session check failed.', cause);
    return null;
  }
}

/** Without the contract's schema, which would outweigh all the other script of a public page. */
function readUsername(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('code' in reply && 'data' in reply)) return null;
  const { code, data } = reply;
  if (code !== 1 || typeof data !== 'object' || data === null || !('username' in data)) return null;
  return typeof data.username === 'string' ? data.username : null;
}
