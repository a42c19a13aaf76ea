/** The page's button makes the same call as an email program's own button (RFC 8058); opening the page changes nothing. */
const form = document.querySelector<HTMLFormElement>('[data-unsubscribe]');
const token = new URLSearchParams(location.search).get('token') ?? '';
const timeoutMs = 10_000;

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  const show = (role: string, isShown: boolean) => {
    const note = form.querySelector<HTMLElement>(`[role="${role}"]`);
    if (note) note.hidden = !isShown;
  };
  show('alert', false);
  if (button) button.disabled = true;
  const isDone = await fetch(`/api/mail/unsubscribe?token=${encodeURIComponent(token)}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (button) {
    button.disabled = false;
    button.hidden = isDone;
  }
  show('status', isDone);
  show('alert', !isDone);
});
