import { Command } from 'commander';
import pLimit from 'p-limit';
import { checkContent } from './check-content.ts';

// The editors' check of links to other sites: `npm run content:links`. Without a network it says so.

const TIMEOUT_MS = 15_000;
const CONCURRENCY = 8;

/** Some servers reject a HEAD request that they would answer as GET. */
const statusOf = async (href: string): Promise<number> => {
  for (const method of ['HEAD', 'GET']) {
    const { status, body } = await fetch(href, {
      method,
      redirect: 'follow',
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; link check of a website)' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    if (status < 400 || method === 'GET') return status;
  }
  return 0;
};

/** 404 and 410 are dead links; any other error may come from a busy server, or from one that blocks robots. */
const check = async (href: string): Promise<'alive' | 'dead' | 'unclear' | 'unreachable'> => {
  try {
    const status = await statusOf(href);
    if (status < 400) return 'alive';
    return status === 404 || status === 410 ? 'dead' : 'unclear';
  } catch {
    return 'unreachable';
  }
};

new Command('npm run content:links --').description('Check every link to another site.').parse();
const { linkPlaces } = checkContent();
const outside = [...linkPlaces.keys()].filter((href) => /^https?:/.test(href)).sort();
const limit = pLimit(CONCURRENCY);
const found = await Promise.all(outside.map((href) => limit(check, href)));
const those = (what: string) => outside.filter((_, at) => found[at] === what);

if (those('unreachable').length === outside.length) {
  console.log(`No network connection. External links not checked: ${outside.length}.`);
} else {
  for (const href of those('unclear'))
    console.warn(`Please check: ${linkPlaces.get(href)} returned an error.`);
  for (const href of those('unreachable'))
    console.warn(`Please check: ${linkPlaces.get(href)} didn't respond.`);
  for (const href of those('dead')) console.error(`${linkPlaces.get(href)}: this page no longer exists.`);
  const dead = those('dead').length;
  console.log(`External links checked: ${outside.length}. Broken: ${dead}.`);
  process.exitCode = dead === 0 ? 0 : 1;
}
