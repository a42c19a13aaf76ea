/** A duration in the largest unit of which there are more than two, such as `90 seconds` or `15 minutes`. */
export function durationText(seconds: number): string {
  const [size, unit] = seconds > 7200 ? [3600, 'hour'] : seconds > 120 ? [60, 'minute'] : [1, 'second'];
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
