// Plain JavaScript without anything new in it, so that an old Node can say what is wrong instead of failing on syntax.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: run "npm ci" and then "npm start", which brings Node 24 along, or install Node 22.18 or later.`,
  );
  process.exit(1);
}
await import(process.argv[2] === '--dev' ? './dev.ts' : './start.ts');
