import { fill, find, openTokenPage } from './token-page.ts';

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

fill('origin', location.origin);
openTokenPage('/api/membership/proof', location.hash.slice(1), draw);
