import * as z from 'zod/mini';
import { VerifiedCard } from '#contract/membership';
import { parseJson } from './http.ts';

const KEY = 'membership-card';
const FILES = 'membership-card';
const WORKER = '/card-worker.js';

const KeptCard = z.object({ token: z.string(), card: z.optional(VerifiedCard) });
/** The card that this device keeps: the token of its link, and the reply to the last check. */
export type KeptCard = z.output<typeof KeptCard>;

export function readKeptCard(): KeptCard | undefined {
  const kept = KeptCard.safeParse(parseJson(localStorage.getItem(KEY) ?? ''));
  return kept.success ? kept.data : undefined;
}

export const keepCard = (card: KeptCard): void => localStorage.setItem(KEY, JSON.stringify(card));

/** Removes the card and the files of its page from this device. */
export async function forgetCard(): Promise<void> {
  localStorage.removeItem(KEY);
  // One that ended later would put them back.
  await keeping?.catch(() => undefined);
  await caches.delete(FILES);
}

let keeping: Promise<void> | undefined;

/** Keeps this page and all that it has loaded, which the worker serves when there is no network. */
export function keepPage(): Promise<void> {
  keeping = storePage();
  return keeping;
}

async function storePage(): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { scope: location.pathname });
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && !isCall(pathname));
  const addresses = new Set([location.pathname, ...files.map(({ pathname }) => pathname)]);
  const cache = await caches.open(FILES);
  await cache.addAll(addresses);
  for (const { url } of await cache.keys())
    if (!addresses.has(new URL(url).pathname)) await cache.delete(url);
}

const isCall = (pathname: string): boolean => pathname.startsWith('/api/') || pathname === WORKER;
