import { parseMinorUnits } from '#shared/money';

/** What stands behind a command: names and values of its options. */
export interface Given {
  name: string;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** Every option that some command takes. */
export const options = {
  stage: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  replace: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  reason: { type: 'string' },
  type: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  term: { type: 'string' },
  amount: { type: 'string' },
  date: { type: 'string' },
  reference: { type: 'string' },
  category: { type: 'string' },
  status: { type: 'string' },
  state: { type: 'string' },
  conference: { type: 'string' },
  venue: { type: 'string' },
  link: { type: 'string' },
  id: { type: 'string' },
  month: { type: 'string' },
} as const;

export function optional({ options }: Given, name: string): string {
  const value = options[name];
  return typeof value === 'string' ? value.trim() : '';
}

export function wanted(given: Given, name: string): string {
  const value = optional(given, name);
  if (value === '') throw new Error(`Say --${name}: npm run ops -- --help lists what each command takes.`);
  return value;
}

export function oneOf<const T extends string>(given: Given, name: string, choices: readonly T[]): T {
  const value = wanted(given, name);
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new Error(`--${name} is one of ${choices.join(', ')}.`);
  return choice;
}

export const oneOfOrNone = <const T extends string>(given: Given, name: string, choices: readonly T[]) =>
  optional(given, name) === '' ? undefined : oneOf(given, name, choices);

export function day(given: Given, name: string): string {
  const value = wanted(given, name);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  if (!isDay) throw new Error(`--${name} is a day, YYYY-MM-DD.`);
  return value;
}

/** `360` or `360.00`, as minor units. */
export function amount(given: Given): number {
  const minorUnits = parseMinorUnits(wanted(given, 'amount'));
  if (minorUnits === undefined) throw new Error('--amount is a sum in Hong Kong dollars, as 360 or 360.50.');
  return minorUnits;
}
