// JavaScript that Node 14.8 can parse, which is the first with `await` outside of functions: from there on, a version that is
// too old prints what to do instead of failing on syntax.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old. Run "npm ci" (without --omit=optional) and then "npm start" (this uses Node 24), or install Node 22.18 or later.`,
  );
  process.exit(1);
}
// What Node has compiled is read back at the next start, which takes a third of the processor time.
const { enableCompileCache } = await import('node:module');
const { join } = await import('node:path');
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
// Printed at once: on a busy machine the rest takes a while.
console.error(`Starting on Node ${process.versions.node} …`);
await import(process.argv[2] === '--dev' ? './dev.ts' : './start.ts');
