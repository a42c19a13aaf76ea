import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { installPeer } from './install.ts';

const lighthouse = join(import.meta.dirname, 'lighthouse/node_modules/lighthouse/core/index.js');

const Audit = z.object({
  score: z.nullable(z.number()),
  title: z.string(),
  numericValue: z.optional(z.number()),
});
const Category = z.object({
  score: z.nullable(z.number()),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const Result = z.object({
  lhr: z.object({
    runtimeError: z.optional(z.object({ message: z.string() })),
    categories: z.record(z.string(), Category),
    audits: z.record(z.string(), Audit),
  }),
});

export interface Verdict {
  /** From 0 to 100, by category. */
  scores: Record<string, number>;
  /** What cost points. */
  faults: string[];
  largestPaintMilliseconds: number;
  layoutShift: number;
}

/** On a crowded machine it sometimes misses the beginning of a page. */
const ATTEMPTS = 3;

const categories = ['accessibility', 'best-practices', 'seo'];

/** Google's Lighthouse with its mobile defaults, in the browser that listens on this port. */
export async function validate(url: string, port: number): Promise<Verdict> {
  if (!existsSync(lighthouse)) await installPeer('lighthouse');
  const { default: run } = await import(lighthouse);
  const flags = { port, logLevel: 'error', onlyCategories: [...categories, 'performance'] };
  const attempt = async () => Result.parse(await run(url, flags)).lhr;
  let lhr = await attempt();
  for (let failed = 1; lhr.runtimeError !== undefined; failed += 1) {
    if (failed === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    lhr = await attempt();
  }
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
    ),
    faults: categories.flatMap((name) =>
      (lhr.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = lhr.audits[id];
        const costs = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 1;
        return costs ? [`${name}: ${audit.title}`] : [];
      }),
    ),
    largestPaintMilliseconds: numberOf('largest-contentful-paint'),
    layoutShift: numberOf('cumulative-layout-shift'),
  };
}
