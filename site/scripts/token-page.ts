const timeoutMs = 10_000;

export const find = <Found extends HTMLElement>(name: string) =>
  document.querySelector<Found>(`[data-${name}]`);

export const fill = (name: string, text: string) => find(name)?.replaceChildren(text);

type View = 'none' | 'loading' | 'loaded' | 'unavailable' | 'error';

const show = (view: View) => {
  for (const part of document.querySelectorAll<HTMLElement>('[data-view]'))
    part.hidden = !part.dataset['view']?.includes(view);
};

/** Asks the server for what the token in the fragment of the address stands for, and shows it or why it can't. */
export const openTokenPage = <Data>(path: string, token: string, draw: (data: Data) => void) => {
  const load = async () => {
    if (!token) return show('none');
    fill('result', '');
    show('loading');
    try {
      // In the body, because servers and networks on the way log addresses.
      const reply = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (reply.ok) draw((await reply.json()).data);
      show(reply.ok ? 'loaded' : [400, 404].includes(reply.status) ? 'unavailable' : 'error');
    } catch {
      show('error');
    }
  };
  const retry = find('retry');
  retry?.addEventListener('click', async () => {
    await load();
    // The button was hidden during the call and lost the focus.
    retry.focus();
  });
  // Another token in the same window needs a new page.
  addEventListener('hashchange', () => location.reload());
  load();
};
