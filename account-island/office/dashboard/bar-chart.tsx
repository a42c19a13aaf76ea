import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

export interface BarChartProps {
  /** What the chart shows: it is announced in place of the drawing. */
  label: string;
  /** Below the bars; a list is written in several lines. */
  labels: readonly (string | string[])[];
  /** The parts of each bar, from its foot up, with a value for each label. */
  series: readonly { name: string; values: readonly number[] }[];
  /** A value at the axis, and in the box beside the pointer. */
  format: (value: number) => string;
}

/** Dark and light by turns, so that nobody needs colours to tell neighbours apart. */
const FILLS = ['--celadon', '--celadon-pale', '--persimmon', '--paper-high', '--ink-2'];

/** When one of these changes, so do the colours. */
const MEDIA = ['print', '(prefers-color-scheme: dark)', '(prefers-contrast: more)'];

/** Stacked bars that fill their container. The caller shows the same numbers in a table, for keyboards and screen readers. */
export default function BarChart({ label, ...data }: BarChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let chart = draw(element, data);
    const redraw = () => {
      chart.destroy();
      chart = draw(element, data);
    };
    const media = MEDIA.map((query) => matchMedia(query));
    for (const each of media) each.addEventListener('change', redraw);
    return () => {
      for (const each of media) each.removeEventListener('change', redraw);
      chart.destroy();
    };
  });
  return <canvas ref={canvas} role="img" aria-label={label} />;
}

function draw(canvas: HTMLCanvasElement, { labels, series, format }: Omit<BarChartProps, 'label'>) {
  const colorOf = (token: string): string => {
    canvas.style.color = `var(${token})`;
    return getComputedStyle(canvas).color;
  };
  const ink = colorOf('--ink');
  const { fontFamily, fontSize } = getComputedStyle(canvas);
  const size = Number.parseFloat(fontSize);
  Object.assign(Chart.defaults.font, { family: fontFamily, size });
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...labels],
      datasets: series.map(({ name, values }, at) => {
        const fill = colorOf(FILLS[at % FILLS.length] ?? '--celadon');
        return {
          label: name,
          data: [...values],
          backgroundColor: fill,
          hoverBackgroundColor: fill,
          borderColor: ink,
          hoverBorderColor: ink,
          borderWidth: 1,
          maxBarThickness: 56,
        };
      }),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          stacked: true,
          grid: { display: false },
          border: { color: ink },
          ticks: { color: colorOf('--ink-3'), autoSkipPadding: 12, maxRotation: 0 },
        },
        y: {
          stacked: true,
          beginAtZero: true,
          border: { display: false },
          grid: { color: colorOf('--rule') },
          ticks: {
            color: colorOf('--ink-3'),
            precision: 0,
            maxTicksLimit: 6,
            callback: (value) => format(Number(value)),
          },
        },
      },
      plugins: {
        legend: {
          position: 'bottom',
          align: 'start',
          // It would hide a part of the bars, and only for pointers.
          onClick: () => {},
          labels: { color: colorOf('--ink-2'), boxWidth: size, boxHeight: size },
        },
        tooltip: {
          callbacks: {
            title: ([item]) => [labels[item?.dataIndex ?? 0] ?? ''].flat().join(' '),
            label: ({ dataset, parsed }) => ` ${dataset.label}: ${format(parsed.y ?? 0)}`,
          },
        },
      },
    },
  });
}
