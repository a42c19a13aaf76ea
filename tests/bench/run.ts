import type { Figure } from './figures.ts';

/** `npm run bench`: every figure of the product beside what it is compared with; exit code 1 where one does not hold. */

const benches: Record<string, () => Promise<{ measure(): Promise<Figure[]> }>> = {
  'api-cold-start': () => import('./api-cold-start.ts'),
  'login-form': () => import('./login-form.ts'),
  'island-bytes': () => import('./island-bytes.ts'),
  enumeration: () => import('./enumeration.ts'),
  'build-cold-warm': () => import('./build-cold-warm.ts'),
  'build-bare': () => import('./build-bare.ts'),
  'build-many': () => import('./build-many.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'start-times': () => import('./start-times.ts'),
};

const row = ({ name, value, unit, atMost }: Figure): string => {
  const digits = unit === 'times' ? 2 : unit === 's' ? 1 : 0;
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const verdict =
    atMost === undefined ? '' : `at most ${atMost}: ${value <= atMost ? 'holds' : 'DOES NOT HOLD'}`;
  return `  ${name.padEnd(56)}${number.padStart(10)} ${unit.padEnd(7)}${verdict}`.trimEnd();
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

let holds = true;
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(name);
  for (const figure of await (await load()).measure()) {
    console.log(row(figure));
    // A figure that is no number does not hold either.
    if (figure.atMost !== undefined && !(figure.value <= figure.atMost)) holds = false;
  }
}
process.exit(holds ? 0 : 1);
