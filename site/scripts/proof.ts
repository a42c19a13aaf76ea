import { anchor } from './elements.ts';

type Proven = { name: string; type: string; status: string; validUntil: string; checkedAt: string };
type View = 'checking' | 'member' | 'none' | 'refused' | 'failed';

const timeOutMilliseconds = 10_000;
const statuses: Record<string, string> = { active: 'Active', expired: 'Expired', registered: 'Not paid yet' };
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Hong_Kong',
});

const root = document.querySelector<HTMLElement>('[data-proof]');
const json = document.querySelector('[data-json]');
const said = root?.querySelector<HTMLElement>('[data-said]');
const again = root?.querySelector<HTMLElement>('[data-again]');
const card = root?.querySelector<HTMLElement>('.proof');

/** The address may have come through software that knows queries and no fragments. */
const tokenOf = ({ hash, search }: Location) => hash.slice(1) || new URLSearchParams(search).get('token');

const show = (view: View) => {
  for (const part of root?.querySelectorAll<HTMLElement>('[data-at]') ?? [])
    part.hidden = part.dataset['at'] !== view;
  if (again) again.hidden = view === 'checking' || view === 'none';
};

const fill = (name: string, text: string) => {
  const place = card?.querySelector<HTMLElement>(`[data-${name}]`);
  if (place) place.textContent = text;
  return place;
};

const draw = ({ name, type, status, validUntil, checkedAt }: Proven) => {
  const isActive = status === 'active';
  card?.classList.toggle('proof--off', !isActive);
  fill('name', name);
  fill('type', type || 'Registered, without a membership so far');
  fill('status', statuses[status] ?? status)?.classList.toggle('dot--off', !isActive);
  fill('until', status === 'expired' ? 'Was valid until' : 'Valid until');
  fill('date', validUntil ? day.format(new Date(validUntil)) : 'N/A');
  fill('checked', `${moment.format(new Date(checkedAt))} HKT`);
  if (said) said.textContent = `${name}: ${statuses[status]}.`;
};

let latest = 0;
const check = async () => {
  const token = tokenOf(location);
  if (!token) return show('none');
  const address = `/api/membership/proof?token=${encodeURIComponent(token)}`;
  json?.replaceChildren(anchor(address, address));
  latest += 1;
  const mine = latest;
  if (said) said.textContent = '';
  show('checking');
  let view: View = 'failed';
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(timeOutMilliseconds) });
    if (mine !== latest) return;
    if (reply.ok) {
      draw((await reply.json()).data);
      view = 'member';
    } else if (reply.status === 404 || reply.status === 400) view = 'refused';
  } catch {}
  if (mine === latest) show(view);
};

again?.querySelector('button')?.addEventListener('click', check);
addEventListener('hashchange', check);
check();
