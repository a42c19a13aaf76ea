import { beforeEach, expect, it, vi } from 'vitest';
import { mountAccountBadge } from '../../../account-island/account-badge.ts';
import { storeToken } from '../../../account-island/api/token.ts';
import { stubBrowser, stubServer, tokenOf } from './browser.ts';

class Element extends EventTarget {
  className = '';
  ariaHidden: string | null = null;
  childNodes: (Element | string)[] = [];
  get textContent(): string {
    return this.childNodes.map((node) => (typeof node === 'string' ? node : node.textContent)).join('');
  }
  set textContent(text: string) {
    this.childNodes = [text];
  }
  replaceChildren(...nodes: (Element | string)[]) {
    this.childNodes = nodes;
  }
}

const GUEST = { className: 'btn btn--outline btn--small', content: ['Login'] };
const badgeOf = (...content: string[]) => ({
  className: 'account-badge',
  content: [...content, 'Open User Center'],
});

let warnings: unknown[][];
beforeEach(() => {
  stubBrowser();
  vi.stubGlobal('document', { createElement: () => new Element() });
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((...words) => void warnings.push(words));
});

function show() {
  const link = new Element();
  link.className = GUEST.className;
  link.childNodes = ['Login'];
  mountAccountBadge([link as unknown as HTMLAnchorElement]);
  const drawn = () => ({
    className: link.className,
    content: link.childNodes.map((node) => (typeof node === 'string' ? node : node.textContent)),
  });
  return { link, drawn };
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const token = (username: string, exp = inAnHour()) => tokenOf({ username, jti: 's', exp });
const userinfo = (username: unknown) => ({ json: { code: 1, msg: 'OK', data: { username } } });
const sessionEnded = { json: { code: 0, msg: 'Please login', data: null }, status: 401 };

it.each([
  ['a failure', { json: { code: 0, msg: 'Server error', data: null }, status: 500 }],
  ['code 0 beside a name', { json: { code: 0, msg: 'Please login', data: { username: 'ada' } } }],
  ['code 2 beside a name', { json: { code: 2, data: { username: 'ada' } } }],
  ['no code beside a name', { json: { data: { username: 'ada' } } }],
  ['no name', userinfo(7)],
  ['no JSON', { text: '<html>' }],
  ['no reply', new TypeError('Failed to fetch')],
])('%s is logged and shows a guest', async (_, answer) => {
  localStorage.setItem('token', token('ada'));
  stubServer(answer);
  const { drawn } = show();
  expect(drawn()).toEqual(badgeOf('A', 'ada'));
  await expect.poll(drawn).toEqual(GUEST);
  expect(warnings).toHaveLength(1);
});

it('a session that the server has ended loses its token and shows a guest', async () => {
  localStorage.setItem('token', token('ada'));
  const received = stubServer(sessionEnded);
  const { drawn } = show();
  await expect.poll(drawn).toEqual(GUEST);
  expect(localStorage.getItem('token')).toBeNull();
  expect(received).toHaveLength(1);
  expect(warnings).toEqual([]);
});

it('a token that came meanwhile outlives the end of the session before', async () => {
  localStorage.setItem('token', token('ada'));
  stubServer(sessionEnded, userinfo('lin'));
  const { drawn } = show();
  const later = token('lin');
  storeToken(later, true);
  await expect.poll(drawn).toEqual(badgeOf('L', 'lin'));
  expect(localStorage.getItem('token')).toBe(later);
});
