import { createHash, randomUUID } from 'node:crypto';
import { getSalt, login, logout } from '#contract/auth';
import { getUserInfo } from '#contract/profile';
import { hashPassword } from '#shared/password-hash';
import { cacheControl, redirectCaching, searchFolder } from '../edge/caching.ts';
import { fileOf } from '../edge/clean-urls.ts';
import { apiHeaders, searchHeaders, siteHeaders } from '../edge/headers.ts';
import { ReleaseError } from './release-error.ts';
import { type Address, get, post, type Reply } from './site-requests.ts';

/** An account that exists for the check alone, without two-step verification. */
export interface Canary {
  username: string;
  password: string;
}

/**
 * The account of the check that logs in; undefined if none is given. An empty variable is missing: GitHub gives an empty
 * text for a secret that isn't set.
 * @throws if only one of the two is given, because the check would be left out unnoticed.
 */
export function readCanary({
  SMOKE_USERNAME: username = '',
  SMOKE_PASSWORD: password = '',
}: NodeJS.ProcessEnv): Canary | undefined {
  if (username === '' && password === '') return undefined;
  if (username !== '' && password !== '') return { username, password };
  throw new ReleaseError(
    `${username === '' ? 'SMOKE_USERNAME' : 'SMOKE_PASSWORD'} is missing. Set SMOKE_USERNAME and SMOKE_PASSWORD, or neither of them.`,
  );
}

/** A site, by its address for readers. */
export interface SiteToCheck extends Address {
  /** The API's own address, past the CDN. */
  gatewayUrl?: string | undefined;
  /** The built home page, if the site must be of this build. */
  homePage?: string | undefined;
  canary?: Canary | undefined;
}

export interface CheckResult {
  name: string;
  /** A sentence for each problem, with what to do. */
  problems: string[];
}

/** Pages of every kind: of content, of the account, with and without inline scripts. */
const PAGES = ['/', '/news', '/awards', '/login', '/user', '/proof'];

const DEPLOY_AGAIN = 'Deploy the website stack again.';
const SEE_API = 'Runbook, "Calls fail".';
const SEE_LOGIN = 'Runbook, "Logging in fails".';

/** Checks a running site from outside. Checks that can't be done, such as of an unknown gateway, are left out. */
export async function checkSite(site: SiteToCheck): Promise<CheckResult[]> {
  const { gatewayUrl, homePage, canary } = site;
  const checks: [name: string, check: () => Promise<string[]>][] = [
    ['pages, their headers and their files', () => checkPages(site)],
    ['redirects', () => checkRedirects(site)],
    ['an unknown page', () => checkUnknownPage(site)],
    ['the search', () => checkSearch(site)],
    ['calls of the API', () => checkCalls(site)],
  ];
  if (homePage !== undefined) checks.push(['the build', () => checkBuild(site, homePage)]);
  if (gatewayUrl !== undefined) checks.push(['the API past the CDN', () => checkGateway(gatewayUrl)]);
  if (canary !== undefined) checks.push(['logging in', () => checkLogin(site, canary)]);
  const results: CheckResult[] = [];
  for (const [name, check] of checks) {
    const problems = await check().catch((error: unknown) => [sentenceOf(error)]);
    results.push({ name, problems: [...new Set(problems)] });
  }
  return results;
}

/** A line for each check, and one for each problem. */
export const reportOf = (results: readonly CheckResult[]): string[] =>
  results.flatMap(({ name, problems }) => [
    `${problems.length === 0 ? 'ok    ' : 'WRONG '} ${name}`,
    ...problems.map((problem) => `       ${problem}`),
  ]);

export const countProblems = (results: readonly CheckResult[]): number =>
  results.reduce((sum, { problems }) => sum + problems.length, 0);

async function checkPages(site: Address): Promise<string[]> {
  // One after another: if the site does not answer, the problem names the first page, not whichever failed first.
  const pages = await Array.fromAsync(PAGES, async (path) => ({ path, reply: await get(site, path) }));
  const files = new Set(pages.flatMap(({ reply }) => reply.text.match(/\/_astro\/[\w.@-]+/g) ?? []));
  return [
    ...pages.flatMap(({ path, reply }) => [
      ...wrongReply(path, reply, 200, {
        ...siteHeaders,
        'content-security-policy': /^default-src 'none'; /,
        'content-type': /^text\/html\b/,
        'cache-control': cacheControl(fileOf(path)),
      }),
      ...blockedScripts(path, reply),
    ]),
    ...(await checkRevalidation(site, pages[0]?.reply)),
    ...(await Promise.all([...files].map((path) => checkFile(site, path)))).flat(),
  ];
}

/** A 304 replaces the headers that the browser has stored (RFC 9111, section 4.3.4). */
async function checkRevalidation(site: Address, reply: Reply | undefined): Promise<string[]> {
  const etag = reply?.headers.get('etag');
  if (!etag) return [`/: the header "etag" is missing. ${DEPLOY_AGAIN}`];
  const again = await get(site, '/', { 'if-none-match': etag });
  return wrongReply('/ (revalidated)', again, 304, { 'cache-control': cacheControl('/index.html') });
}

const checkFile = async (site: Address, path: string): Promise<string[]> =>
  wrongReply(path, await get(site, path), 200, { 'cache-control': cacheControl(path) });

/** Inline scripts that the page's own policy doesn't allow: the page doesn't work. */
function blockedScripts(path: string, reply: Reply): string[] {
  const policy = reply.headers.get('content-security-policy') ?? '';
  const isBlocked = ([, attributes = '', script = '']: RegExpMatchArray) =>
    !/\bsrc=|application\/ld\+json/.test(attributes) &&
    !policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [...reply.text.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)].some(isBlocked)
    ? [
        `${path}: its policy blocks a script of the page. The CDN has the policies of another build. ${DEPLOY_AGAIN}`,
      ]
    : [];
}

async function checkRedirects(site: Address): Promise<string[]> {
  const reply = await get(site, '/News/');
  const { origin, protocol, host } = new URL(site.url);
  const problems = [
    ...wrongReply('/News/', reply, 301, { ...apiHeaders, 'cache-control': redirectCaching }),
    ...wrongTarget('/News/', reply, `${origin}/news`),
  ];
  if (protocol !== 'https:') return problems;
  const insecure = await get({ ...site, url: `http://${host}` }, '/news');
  return [...problems, ...wrongTarget(`http://${host}/news`, insecure, `${origin}/news`)];
}

const wrongTarget = (path: string, reply: Reply, expected: string): string[] => {
  const location = reply.headers.get('location');
  const target = location === null ? undefined : new URL(location, reply.url).href;
  return target === expected
    ? []
    : [`${path}: leads to ${target ?? 'no other address'}, expected ${expected}. ${DEPLOY_AGAIN}`];
};

async function checkUnknownPage(site: Address): Promise<string[]> {
  const path = `/no-such-page-${randomUUID()}`;
  const reply = await get(site, path);
  return [
    ...wrongReply(path, reply, 404, { 'content-type': /^text\/html\b/, 'cache-control': 'no-cache' }),
    ...(reply.text.includes('</html>') ? [] : [`${path}: the reply is no page. ${DEPLOY_AGAIN}`]),
  ];
}

async function checkSearch(site: Address): Promise<string[]> {
  const path = `${searchFolder}pagefind.js`;
  return wrongReply(path, await get(site, path), 200, searchHeaders);
}

/** Made-up callers: one without a session, one of no call, and one whose name is looked up in the table. */
async function checkCalls(site: Address): Promise<string[]> {
  const headers = { ...apiHeaders, 'content-type': /^application\/json\b/, 'cache-control': 'no-store' };
  const expect = (path: string, reply: Reply, status: number) => [
    ...wrongReply(`/api${path}`, reply, status, headers, SEE_API),
    ...(isJson(reply.text) ? [] : [`/api${path}: the reply is no JSON. ${SEE_API}`]),
  ];
  const unknown = '/no/such/call';
  const stranger = { username: `nobody-${randomUUID()}@example.org` };
  return [
    ...expect(getUserInfo.path, await get(site, `/api${getUserInfo.path}`), 401),
    ...expect(unknown, await get(site, `/api${unknown}`), 404),
    ...expect(getSalt.path, await post(site, getSalt, stranger), 200),
  ];
}

async function checkBuild(site: Address, homePage: string): Promise<string[]> {
  const { text } = await get(site, '/');
  return text === homePage
    ? []
    : [
        '/: another build than the one that was deployed. Wait for the invalidation of the CDN, then check again.',
      ];
}

async function checkGateway(gatewayUrl: string): Promise<string[]> {
  const reply = await get({ url: gatewayUrl }, `/api${getUserInfo.path}`);
  return reply.status === 403
    ? []
    : [
        `${gatewayUrl}: ${reply.status}, expected 403. The API answers calls that pass by the CDN and its firewall: deploy the website stack again, and change the origin secret (runbook, "Change a secret").`,
      ];
}

async function checkLogin(site: Address, { username, password }: Canary): Promise<string[]> {
  const { text: salted } = await post(site, getSalt, { username });
  const { salt } = JSON.parse(salted);
  const reply = await post(site, login, { username, password: await hashPassword(password, salt) });
  if (reply.status !== 200)
    return [
      `logging in as ${username}: ${reply.status} ${reply.text}. Look at the account under Members in the User Center; if others can't log in either: ${SEE_LOGIN}`,
    ];
  const authorization = { authorization: `Bearer ${JSON.parse(reply.text).token}` };
  const profile = await get(site, `/api${getUserInfo.path}`, authorization);
  const ended = await post(site, logout, undefined, authorization);
  return [
    ...wrongReply(`/api${getUserInfo.path} as ${username}`, profile, 200, {}, SEE_LOGIN),
    ...wrongReply(`/api${logout.path} as ${username}`, ended, 200, {}, SEE_LOGIN),
  ];
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What is wrong with a reply's status and headers; `mend` says what to do about the status. */
function wrongReply(
  what: string,
  reply: Reply,
  status: number,
  headers: Record<string, string | RegExp>,
  mend = DEPLOY_AGAIN,
): string[] {
  const wrong = reply.status === status ? [] : [`${what}: ${reply.status}, expected ${status}. ${mend}`];
  for (const [name, expected] of Object.entries(headers)) {
    const actual = reply.headers.get(name);
    if (actual !== null && isMatch(actual, expected)) continue;
    const found = actual === null ? 'is missing' : `is "${actual}"`;
    wrong.push(
      `${what}: the header "${name}" ${found}, expected ${expected instanceof RegExp ? expected : `"${expected}"`}. ${DEPLOY_AGAIN}`,
    );
  }
  return wrong;
}

const isMatch = (actual: string, expected: string | RegExp): boolean =>
  expected instanceof RegExp ? expected.test(actual) : actual === expected;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
