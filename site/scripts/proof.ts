type Proven = { name: string; type: string; status: string; validUntil: string; checkedAt: string };
type View = 'checking' | 'member' | 'none' | 'refused' | 'failed';

const timeOutMilliseconds = 10_000;
const statuses: Record<string, string> = { active: 'Active', expired: 'Expired', registered: 'Not paid yet' };

const find = (name: string) => document.querySelector<HTMLElement>(`[data-${name}]`);

/** The address may have come through software that knows queries and no fragments. */
const token = location.hash.slice(1) || new URLSearchParams(location.search).get('token');

const show = (view: View) => {
  for (const part of document.querySelectorAll<HTMLElement>('[data-at]'))
    part.hidden = !part.dataset['at']?.includes(view);
};

const fill = (name: string, text: string) => {
  const place = find(name);
  if (place) place.textContent = text;
  return place;
};

const moment = (text: string, style: Intl.DateTimeFormatOptions) =>
  new Date(text).toLocaleString('en-GB', style);

const draw = ({ name, type, status, validUntil, checkedAt }: Proven) => {
  const isActive = status === 'active';
  const said = statuses[status] ?? status;
  find('at=member')?.classList.toggle('proof--off', !isActive);
  fill('name', name);
  fill('type', type || 'Registered, without a membership so far');
  fill('status', said)?.classList.toggle('dot--off', !isActive);
  fill('until', status === 'expired' ? 'Was valid until' : 'Valid until');
  fill('date', validUntil ? moment(validUntil, { dateStyle: 'long', timeZone: 'UTC' }) : 'N/A');
  const checked = moment(checkedAt, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Hong_Kong',
  });
  fill('checked', `${checked} HKT`);
  fill('said', `${name}: ${said}.`);
};

const check = async () => {
  if (!token) return show('none');
  const address = `/api/membership/proof?token=${encodeURIComponent(token)}`;
  fill('json', address);
  fill('said', '');
  show('checking');
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(timeOutMilliseconds) });
    if (reply.ok) draw((await reply.json()).data);
    show(reply.ok ? 'member' : reply.status === 404 || reply.status === 400 ? 'refused' : 'failed');
  } catch {
    show('failed');
  }
};

find('again')?.addEventListener('click', check);
// Another proof in the same window is another page.
addEventListener('hashchange', () => location.reload());
check();
