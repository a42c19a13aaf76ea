import { UNSUBSCRIBE_TOKEN } from '#shared/unsubscribe-token';

/** The page's button makes the same call as an email program's own button (RFC 8058); opening the page changes nothing. */
const form = document.querySelector<HTMLFormElement>('[data-unsubscribe]');
const button = form?.querySelector('button');
const note = (name: string) => form?.querySelector<HTMLElement>(`[data-note="${name}"]`);
const done = note('done');
const failed = note('failed');
const incomplete = note('incomplete');
const token = new URLSearchParams(location.search).get('token') ?? '';
const timeoutMs = 10_000;

if (form && button && done && failed && incomplete) {
  if (!UNSUBSCRIBE_TOKEN.test(token)) {
    button.hidden = true;
    incomplete.hidden = false;
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    failed.hidden = true;
    button.disabled = true;
    const isDone = await fetch(`/api/mail/unsubscribe?token=${encodeURIComponent(token)}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    button.disabled = false;
    button.hidden = isDone;
    done.hidden = !isDone;
    failed.hidden = isDone;
    // With the button its focus would be gone.
    if (isDone) done.focus();
  });
}
