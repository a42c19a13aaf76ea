/** `HKD 360.00` for 36,000 minor units; what is no currency is told as it came. */
export function money(currency: string, minorUnits: number): string {
  if (!/^[a-z]{3}$/i.test(currency)) return `${minorUnits} ${currency}`.trim();
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits).replaceAll('\u00a0', ' ');
}
