import { encode } from 'uqr';

/** The quiet zone, in modules; the card around the code adds the rest that the standard requires. */
const QUIET = 2;

/** A QR code as one SVG path, one unit a module. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) =>
    runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      fill="currentColor"
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path.join('')} />
    </svg>
  );
}

/** Adjacent dark modules of a row as one rectangle, so that no light shows between them. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
  return starts.map((x) => {
    const end = row.indexOf(false, x);
    return { x, length: (end < 0 ? row.length : end) - x };
  });
}
