const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** 2.4 MB for 2400000. */
export function sizeOf(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
