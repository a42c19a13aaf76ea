import encodeQr from 'qr';

/** The quiet zone, in modules; the card around the code adds the rest that the standard requires. */
const QUIET = 2;

/** A QR code as one SVG path, one unit a module. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: QUIET });
  const path = rows.flatMap((row, y) =>
    runsOf(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
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
