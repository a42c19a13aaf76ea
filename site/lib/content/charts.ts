// Drawings that stretch to the room that the page has: paths in units of their own, with lines that keep their width.

export const yearsBetween = (years: number[]) => {
  const first = Math.min(...years);
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, at) => first + at);
};

/**
 * Of a line as short as this, its round or square ends alone are seen. Of a line without any length, a PDF has no square
 * ends (ISO 32000-2, 8.5.3.2), and a printed page would lose its marks.
 */
const MARK = 'h.01';

export const markAt = (x: number, y: number) => `M${x} ${Number(y.toFixed(1))}${MARK}`;
