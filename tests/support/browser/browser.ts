import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { WAIT_LIMIT_MS } from '../time-limits.ts';

/** Chromium without its windows: what a test does takes it a third of the processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Debian's package puts it on no PATH. */
const DEBIAN_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** For a closed network: no look-ups of the browser's own. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isRoot = process.getuid?.() === 0;

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const onThePath = (): string | undefined =>
  [SHELL, ...NAMES]
    .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find(isProgram);

const installed = (): string | undefined => (isProgram(DEBIAN_SHELL) ? DEBIAN_SHELL : onThePath());

function fromDebian(): string | undefined {
  if (!isRoot || spawnSync('apt-get', ['--version']).error) return undefined;
  console.log(`No browser found: installing Debian’s ${SHELL}.`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Two simultaneous runs take turns, and the second finds what the first has installed.
  const install = `test -x ${DEBIAN_SHELL} || { apt-get update; apt-get install -y --no-install-recommends ${SHELL}; }`;
  const lock = join(tmpdir(), 'browser-installation.lock');
  spawnSync('flock', [lock, 'sh', '-c', install], { env: environment, stdio: 'ignore' });
  return installed();
}

function fromPlaywright(): string | undefined {
  const own = chromium.executablePath();
  if (isProgram(own)) return own;
  console.log('No browser found: asking Playwright for its own.');
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '../cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore' });
  return isProgram(own) ? own : undefined;
}

/** The path of a Chromium: CHROMIUM_PATH, an installed one, Debian’s package if we are root, Playwright’s own. */
export function findBrowser(): string {
  const path = process.env['CHROMIUM_PATH'] || installed() || fromDebian() || fromPlaywright();
  if (path === undefined) {
    throw new Error(
      'No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to its program.',
    );
  }
  execFileSync(path, ['--version'], { stdio: 'ignore' });
  return path;
}

/** Its fonts are the tests' own, not the machine's. Every wait in its windows has the tests' own limit. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  // Read where fontconfig chooses the fonts (Linux).
  const FONTCONFIG_FILE = join(import.meta.dirname, 'fonts/fonts.conf');
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    env: { ...process.env, FONTCONFIG_FILE },
    args: [...FLAGS, ...(isRoot ? ['--no-sandbox'] : []), ...flags],
    timeout: WAIT_LIMIT_MS,
  });
  browser.on('context', (context) => context.setDefaultTimeout(WAIT_LIMIT_MS));
  return browser;
}
