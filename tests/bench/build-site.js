import { writeSync } from 'node:fs';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import { build } from 'astro';

/** Builds the site with its own configuration or what Astro alone asks for; says what that cost this process. */
const [root, outDir, cacheDir, config] = process.argv.slice(2);
const bare = {
  configFile: false,
  srcDir: '.',
  build: { format: 'file' },
  integrations: [react(), mdx()],
};
await build({ root, outDir, cacheDir, ...(config === 'bare' && bare), logLevel: 'error' });
const peakBytes = process.resourceUsage().maxRSS * 1024;
writeSync(1, `\n${JSON.stringify({ wallSeconds: performance.now() / 1000, peakBytes })}`);
process.exit();
