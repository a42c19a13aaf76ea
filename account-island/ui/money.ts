/** `HKD 360.00` for 36,000 minor units. */
export function money(currency: string, minorUnits: number): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits).replace('\u00a0', ' ');
}
