/** Fees are in Hong Kong dollars, ISO 4217. */
export const CURRENCY = 'HKD';

const MINOR_UNITS = 100;

/** How long the accounts keep a payment and its receipt. */
export const ACCOUNTS_DAYS = 7 * 366;

/** 36000 for a fee of 360. */
export const toMinorUnits = (units: number): number => Math.round(units * MINOR_UNITS);

/** 360 for 36000. */
export const toUnits = (minorUnits: number): number => minorUnits / MINOR_UNITS;

/** `360.00` for 36000, in Hong Kong dollars. */
export const formatAmount = (minorUnits: number): string => toUnits(minorUnits).toFixed(2);

/** 36000 for `360`, `360.5` or `360.50`; undefined for anything that is not an amount in Hong Kong dollars. */
export function parseMinorUnits(text: string): number | undefined {
  const [, whole, cents = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * MINOR_UNITS + Number(cents.padEnd(2, '0'));
}

/** `HKD 360.00` for 36,000 minor units, with the currency's number of digits; an unknown currency is shown unchanged. */
export function formatMoney(currency: string, minorUnits: number): string {
  if (!/^[a-z]{3}$/i.test(currency)) return `${minorUnits} ${currency}`.trim();
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits).replaceAll('\u00a0', ' ');
}
