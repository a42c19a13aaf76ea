import { type Figure, report } from './figures.ts';

/** `npm run bench`: figures that no test holds, each beside its bound; exit code 1 where one does not hold. */

const benches: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  'island-bytes': () => import('./island-bytes.ts'),
  enumeration: () => import('./enumeration.ts'),
};
const names = Object.keys(benches).join(', ');

const asked = process.argv.slice(2);
if (asked.some((each) => each === '--help' || each === '-h')) {
  console.log(`Usage: npm run bench [-- NAME ...]\n\nMeasure all figures, or those of: ${names}.`);
  process.exit(0);
}
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: there are ${names}.`);
  process.exit(1);
}

let allHold = true;
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(name);
  const { measure } = await load();
  if (!report(await measure())) allHold = false;
}
process.exit(allHold ? 0 : 1);
