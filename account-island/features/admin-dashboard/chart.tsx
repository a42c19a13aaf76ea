import { type ReactNode, useId } from 'react';

/** Drawings that stretch to the page, while lines, marks and texts keep their size. */

export interface Series {
  name: string;
  /** One for each label; a line may end earlier. */
  values: readonly number[];
}

interface Props {
  title: string;
  /** What the drawing shows, in a sentence. */
  description: string;
  /** Below the drawing, one for each value; an empty one is not written. */
  labels: readonly AxisLabel[];
  series: readonly Series[];
  /** A value at the axis. */
  format: (value: number) => string;
}

export interface AxisLabel {
  /** The year or month that it stands for. */
  of: string;
  text: string;
  /** Below the text. */
  second?: string;
}

/** Each series has a pattern of its own, so that nobody needs colours to tell them apart. */
const PATTERNS = ['solid', 'stripes', 'pale', 'dots', 'lines'] as const;
const patternOf = (at: number) => PATTERNS[at % PATTERNS.length] ?? 'solid';

/** The values of several series on top of each other. */
export function StackedBars(props: Props) {
  const { series, labels } = props;
  const id = useId();
  const totals = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const scale = chartScale(Math.max(...totals));
  const fillOf = (at: number) => `url(#${id}${patternOf(at)})`;
  const width = Math.min(0.7 / labels.length, 0.08);
  return (
    <Frame
      {...props}
      scale={scale}
      markOf={(at) => <rect className="chart__bar" width="100%" height="100%" fill={fillOf(at)} />}
    >
      <Patterns id={id} />
      {labels.map(({ of }, at) => {
        let below = 0;
        return series.map(({ name, values }, layer) => {
          const value = values[at] ?? 0;
          below += value;
          if (value === 0) return null;
          return (
            <rect
              key={`${of} ${name}`}
              className="chart__bar"
              x={percent(middleOf(at, labels.length) - width / 2, 1)}
              y={percent(scale.end - below, scale.end)}
              width={percent(width, 1)}
              height={percent(value, scale.end)}
              fill={fillOf(layer)}
            />
          );
        });
      })}
    </Frame>
  );
}

/** Two lines: the first with filled marks, the second dashed with hollow ones. */
export function TwoLines(props: Props & { series: readonly [Series, Series] }) {
  const { series, labels } = props;
  const scale = chartScale(Math.max(...series.flatMap(({ values }) => values)));
  const places = labels.map(({ of }, at) => ({ of, x: percent(middleOf(at, labels.length), 1) }));
  return (
    <Frame
      {...props}
      scale={scale}
      markOf={(at) => (
        <g className={lineClass(at)}>
          <line y1="50%" x2="100%" y2="50%" />
          <circle cx="50%" cy="50%" r="3.5" />
        </g>
      )}
    >
      {series.map(({ name, values }, at) => {
        const points = places
          .slice(0, values.length)
          .map((place, index) => ({ ...place, y: percent(scale.end - (values[index] ?? 0), scale.end) }));
        return (
          <g key={name} className={lineClass(at)}>
            {points.slice(1).map(({ of, x, y }, index) => (
              <line key={of} x1={points[index]?.x} y1={points[index]?.y} x2={x} y2={y} />
            ))}
            {points.map(({ of, x, y }) => (
              <circle key={of} cx={x} cy={y} r="3.5" />
            ))}
          </g>
        );
      })}
    </Frame>
  );
}

const lineClass = (at: number): string => (at === 0 ? 'chart__line' : 'chart__line chart__line--dashed');

interface FrameProps extends Props {
  scale: ReturnType<typeof chartScale>;
  /** The drawing of a series in the key. */
  markOf: (at: number) => ReactNode;
  children: ReactNode;
}

/** Title, key, axes with their values, and the drawing. */
function Frame({ title, description, series, labels, format, scale, markOf, children }: FrameProps) {
  const { end, ticks } = scale;
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      {series.length > 1 && (
        <ul className="chart__key">
          {series.map(({ name }, at) => (
            <li key={name}>
              <svg aria-hidden="true">{markOf(at)}</svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <svg className="chart__drawing" role="img">
        <title>{title}</title>
        <desc>{description}</desc>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              className={tick === 0 ? 'chart__base' : 'chart__grid'}
              y1={percent(end - tick, end)}
              x2="100%"
              y2={percent(end - tick, end)}
            />
            <text className="chart__value" x="-8" y={percent(end - tick, end)} dy="0.32em">
              {format(tick)}
            </text>
          </g>
        ))}
        {children}
        {labels.map(({ of, text, second }, at) => (
          <text key={of} x={percent(middleOf(at, labels.length), 1)} y="100%">
            <tspan dy="1.5em">{text}</tspan>
            {second && (
              <tspan x={percent(middleOf(at, labels.length), 1)} dy="1.25em">
                {second}
              </tspan>
            )}
          </text>
        ))}
      </svg>
    </figure>
  );
}

const Patterns = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}solid`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect className="chart__ink" width="8" height="8" />
    </pattern>
    <pattern
      id={`${id}stripes`}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect className="chart__ink" width="2.5" height="6" />
    </pattern>
    <pattern id={`${id}pale`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect className="chart__ink chart__ink--pale" width="8" height="8" />
    </pattern>
    <pattern id={`${id}dots`} width="6" height="6" patternUnits="userSpaceOnUse">
      <circle className="chart__ink chart__ink--dark" cx="3" cy="3" r="1.5" />
    </pattern>
    <pattern id={`${id}lines`} width="6" height="5" patternUnits="userSpaceOnUse">
      <rect className="chart__ink chart__ink--dark" width="6" height="2" />
    </pattern>
  </defs>
);

/** Lines above the base of a chart. */
const MOST_LINES = 5;
const STEPS = [1, 2, 5];

/** The end of an axis that shows `max`, and the values that are written at it: multiples of 1, 2 or 5. */
function chartScale(max: number): { end: number; ticks: number[] } {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / MOST_LINES)));
  const step =
    [...STEPS, 10].map((each) => each * power).find((each) => max / each <= MOST_LINES) ?? power * 10;
  const lines = Math.max(1, Math.ceil(max / step));
  return { end: lines * step, ticks: Array.from({ length: lines + 1 }, (_, at) => at * step) };
}

/** A part of a length in percent. */
const percent = (part: number, whole: number): string => `${Math.round((10_000 * part) / whole) / 100}%`;

/** The middle of one of so many places beside each other. */
const middleOf = (place: number, places: number): number => (place + 0.5) / places;
