import { encode } from 'uqr';

/** The quiet zone that the standard asks for, in modules. */
const QUIET = 2;

/** A QR code as one path, a unit for a module. The card around it adds to the quiet zone. */
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

/** The dark stretches of a row, so that no hair of light shows between modules. */
function runsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const starts = row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [x] : []));
  return starts.map((x) => {
    const end = row.indexOf(false, x);
    return { x, length: (end < 0 ? row.length : end) - x };
  });
}
