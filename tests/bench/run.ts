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
  'sign-ins': () => import('./sign-ins.ts'),
  'session-checks': () => import('./session-checks.ts'),
  'start-times': () => import('./start-times.ts'),
  'mail-pipeline': () => import('./mail-pipeline.ts'),
  'admin-members': () => import('./admin-members.ts'),
};

const holds = ({ value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Figure) =>
  value <= atMost && value >= atLeast;

const row = (figure: Figure): string => {
  const { name, value, unit, atMost, atLeast } = figure;
  const digits = unit === 'times' ? 2 : unit === 's' || unit.startsWith('a ') ? 1 : 0;
  const number = value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const bounds = [
    atMost !== undefined && `at most ${atMost}`,
    atLeast !== undefined && `at least ${atLeast}`,
  ];
  const bound = bounds.filter(Boolean).join(', ');
  const verdict = bound && `${bound}: ${holds(figure) ? 'holds' : 'DOES NOT HOLD'}`;
  return `  ${name.padEnd(56)}${number.padStart(10)} ${unit.padEnd(13)}${verdict}`.trimEnd();
};

const requested = process.argv.slice(2);
if (requested.includes('--help') || requested.includes('-h')) {
  console.log(
    `Usage: npm run bench [-- NAME ...]\n\nMeasure all figures, or those of: ${Object.keys(benches).join(', ')}.`,
  );
  process.exit(0);
}
const unknown = requested.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

let allHold = true;
for (const [name, load] of Object.entries(benches)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.log(name);
  for (const figure of await (await load()).measure()) {
    console.log(row(figure));
    // A figure that is no number holds no bound.
    if (!holds(figure)) allHold = false;
  }
}
process.exit(allHold ? 0 : 1);
