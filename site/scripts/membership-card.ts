import { nameLanguage } from '#shared/person-name';

const timeoutMs = 10_000;

const find = <Found extends HTMLElement>(name: string) => document.querySelector<Found>(`[data-${name}]`);

const fill = (name: string, text: string) => find(name)?.replaceChildren(text);

type View = 'none' | 'loading' | 'loaded' | 'unavailable' | 'error';

const show = (view: View) => {
  for (const part of document.querySelectorAll<HTMLElement>('[data-view]'))
    part.hidden = !part.dataset['view']?.includes(view);
};

type Proven = {
  name: string;
  nameChangedOn: string;
  idEnding: string;
  type: string;
  status: string;
  validUntil: string;
  checkedAt: string;
};

const statuses: Record<string, string> = { active: 'Active', expired: 'Expired', registered: 'Not active' };

const moment = (text: string, style: Intl.DateTimeFormatOptions) =>
  new Date(text).toLocaleString('en-GB', style);
const day = (date: string) => moment(date, { dateStyle: 'long', timeZone: 'UTC' });

const draw = ({ name, nameChangedOn, idEnding, type, status, validUntil, checkedAt }: Proven) => {
  const isActive = status === 'active';
  const label = statuses[status] ?? status;
  find('view=loaded')?.classList.toggle('membership-card--inactive', !isActive);
  fill('name', name);
  find('name')?.setAttribute('lang', nameLanguage(name) ?? '');
  fill('type', type || 'Registered, no active membership');
  fill('status', label);
  fill('until', status === 'expired' ? 'Was valid until' : 'Valid until');
  fill('date', validUntil ? day(validUntil) : 'N/A');
  fill('id', idEnding);
  find('renamed')?.toggleAttribute('hidden', !nameChangedOn);
  fill('renamed-on', nameChangedOn && day(nameChangedOn));
  fill('checked', moment(checkedAt, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Hong_Kong' }));
  fill('result', `${name}: ${label}.`);
};

/** Asks the server for the card whose token is in the fragment of the address, and shows it or why it can't. */
const load = async () => {
  const token = location.hash.slice(1);
  if (!token) return show('none');
  fill('result', '');
  show('loading');
  try {
    // In the body, because servers and networks on the way log addresses.
    const reply = await fetch('/api/membership/proof', {
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

fill('origin', location.origin);
const retry = find('retry');
retry?.addEventListener('click', async () => {
  await load();
  // The button was hidden during the call and lost the focus.
  retry.focus();
});
// Another token in the same window needs a new page.
addEventListener('hashchange', () => location.reload());
load();
