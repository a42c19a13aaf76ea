/** Shows the email whose token is in the fragment of the address. */
let token = location.hash.slice(1);
try {
  token = decodeURIComponent(token);
} catch {
  // A link that was cut off in the middle of a character: the server knows no such email.
}
const timeoutMs = 10_000;

const find = <Found extends HTMLElement>(name: string) =>
  document.querySelector<Found>(`.mail-page [data-${name}]`);
const say = (name: string, text: string) => {
  const element = find(name);
  if (element) element.textContent = text;
};
const show = (view: string) => {
  for (const element of document.querySelectorAll<HTMLElement>('.mail-page [data-view]'))
    element.hidden = element.dataset['view'] !== view;
};

const frame = find<HTMLIFrameElement>('email');
/** Scripts can't run in the frame, but this one may measure it: the email has no scroll bar of its own. */
const fitHeight = () => {
  const height = frame?.contentDocument?.documentElement.scrollHeight ?? 0;
  if (frame && height > 0) frame.style.height = `${height + frame.offsetHeight - frame.clientHeight}px`;
};
frame?.addEventListener('load', () => {
  const page = frame.contentDocument?.body;
  if (page) new ResizeObserver(fitHeight).observe(page);
  fitHeight();
});

const draw = ({ subject, html }: { subject: string; html: string }) => {
  say('subject', subject);
  say('result', `Email: ${subject}`);
  document.title = subject;
  show('email');
  if (!frame) return;
  frame.title = subject;
  frame.srcdoc = html;
};

const load = async () => {
  if (!token) return show('none');
  show('loading');
  try {
    // In the body, because servers and networks on the way log addresses.
    const reply = await fetch('/api/email/view', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (reply.ok) return draw((await reply.json()).data);
    show([400, 404].includes(reply.status) ? 'unavailable' : 'error');
  } catch {
    show('error');
  }
};

find('retry')?.addEventListener('click', load);
// Another email in the same window needs a new page.
addEventListener('hashchange', () => location.reload());
load();
