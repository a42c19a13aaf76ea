import { anchor, element } from './elements.ts';

type Item = { year: number | string; links: { text: string; url: string }[] };
type Reply = { code?: number; token?: string; valid?: boolean; data?: Record<string, Item[]> };

const tokenKey = 'gmp_token';
const timeoutMs = 10_000;
/** Links to documents are valid for ten minutes, so new ones are loaded before that. */
const renewAfterMs = 9 * 60_000;

// If the browser blocks storage, the token lasts as long as the page.
let storage: Storage | undefined;
try {
  storage = localStorage;
} catch {}
let token: string | false | null | undefined = storage?.getItem(tokenKey);
const saveToken = (value: typeof token) => {
  token = value;
  // Storage may be full.
  try {
    if (value) storage?.setItem(tokenKey, value);
    else storage?.removeItem(tokenKey);
  } catch {}
};

/** An empty reply for a failed call: offline, timeout, not JSON. A 401 deletes the token. */
const call = async (method: string, path: string, body?: object): Promise<Reply> => {
  try {
    const response = await fetch(`/api/gmp/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401) saveToken(false);
    return await response.json();
  } catch {
    return {};
  }
};

const rowOf = ({ year, links }: Item) => {
  const items = links.map(({ text, url }) => element('li', {}, anchor(url, text)));
  return element('tr', {}, element('th', {}, `${year}`), element('td', {}, element('ul', {}, ...items)));
};

const form = document.querySelector('form');
const lists = document.querySelector<HTMLElement>('[data-lists]');
const field = form?.querySelector('input');
const button = form?.querySelector('button');
const wrong = form?.querySelector<HTMLElement>('#wrong');

if (form && lists && field && button && wrong) {
  const showLists = async () => {
    const { data } = await call('GET', 'archive');
    form.hidden = !!token;
    lists.hidden = !token;
    if (!token) return;
    lists.toggleAttribute('data-failed', !data);
    for (const list of lists.querySelectorAll('tbody')) {
      const items = data?.[list.id];
      if (items) list.replaceChildren(...items.map(rowOf));
    }
    setTimeout(showLists, renewAfterMs);
  };

  /** The right password returns a token, and a stored token may still be valid; otherwise the archive stays locked. */
  const unlock = async (path: string, body?: object) => {
    button.disabled = true;
    button.textContent = 'Verifying...';
    const { code, token: fresh, valid } = await call('POST', path, body);
    saveToken(code === 1 && (valid ? token : fresh));
    if (token) await showLists();
    button.disabled = false;
    button.textContent = 'Enter';
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const password = field.value;
    wrong.hidden = true;
    if (password.trim()) await unlock('verify-password', { password });
    wrong.hidden = !!token;
    field.value = '';
    (token ? lists : field).focus();
  });

  if (token) unlock('verify-token');
}
