interface Props {
  /** What the chart shows: it is announced in place of the drawing. */
  title: string;
  /** Below the bars; of many, every second one is left out on a narrow screen. */
  labels: readonly string[];
  /** The parts of each bar, from its foot up, with a value for each label. */
  series: readonly { name: string; values: readonly number[] }[];
  /** A value at the axis, and in a bar's title. */
  format: (value: number) => string;
}

/**
 * Stacked bars that fill their container, drawn by attributes, which the content security policy allows, and coloured by
 * style sheets, so that they follow dark mode and print. The caller shows the same numbers in a table.
 */
export function BarChart({ title, labels, series, format }: Props) {
  const partOf = (part: number, at: number) => series[part]?.values[at] ?? 0;
  const sumOf = (at: number, parts: number) =>
    series.slice(0, parts).reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
  const ceiling = roundUp(Math.max(1, ...labels.map((_, at) => sumOf(at, series.length))));
  return (
    <div className="chart" role="img" aria-label={title}>
      <div className="chart__axis">
        {[ceiling, ceiling / 2, 0].map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <div className="chart__bars">
        {labels.map((label, at) => (
          <div key={label}>
            <svg viewBox={`0 0 1 ${ceiling}`} preserveAspectRatio="none" aria-hidden="true">
              {series.map(({ name }, part) => (
                <rect
                  key={name}
                  className={`chart__part-${part + 1}`}
                  width="1"
                  y={ceiling - sumOf(at, part + 1)}
                  height={partOf(part, at)}
                >
                  <title>{`${label} · ${name}: ${format(partOf(part, at))}`}</title>
                </rect>
              ))}
            </svg>
            <span>{label}</span>
          </div>
        ))}
      </div>
      <ul className="cluster chart__legend">
        {series.map(({ name }, part) => (
          <li key={name}>
            <svg viewBox="0 0 1 1" aria-hidden="true">
              <rect className={`chart__part-${part + 1}`} width="1" height="1" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The next multiple of a power of ten, whose half is a whole number: 8 for 7, 30 for 23, 2000 for 1440. */
function roundUp(value: number): number {
  const step = Math.max(2, 10 ** Math.floor(Math.log10(value)));
  return Math.ceil(value / step) * step;
}
