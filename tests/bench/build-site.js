import { writeSync } from 'node:fs';
import { build } from 'astro';

/** Builds the site beside the product's own build; says what that cost this process. */
const [root, outDir, cacheDir, configFile] = process.argv.slice(2);
await build({ root, outDir, cacheDir, ...(configFile && { configFile }), logLevel: 'error' });
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
const wallSeconds = performance.now() / 1000;
writeSync(1, `\n${JSON.stringify({ cpuSeconds, wallSeconds, peakBytes: maxRSS * 1024 })}`);
process.exit();
