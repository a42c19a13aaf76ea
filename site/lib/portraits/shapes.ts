// Signed distance functions, and what joins, cuts and turns them.

export type Point = readonly [x: number, y: number, z: number];
export type Shape = (x: number, y: number, z: number) => number;

const { abs, cos, hypot, max, min, sin } = Math;
const clamp = (value: number, low = 0, high = 1) => min(max(value, low), high);

export const ball =
  ([a, b, c]: Point, radius: number): Shape =>
  (x, y, z) =>
    hypot(x - a, y - b, z - c) - radius;

export const ellipsoid =
  ([a, b, c]: Point, [rx, ry, rz]: Point): Shape =>
  (x, y, z) => {
    const near = hypot((x - a) / rx, (y - b) / ry, (z - c) / rz);
    const slope = hypot((x - a) / rx ** 2, (y - b) / ry ** 2, (z - c) / rz ** 2);
    return slope === 0 ? -min(rx, ry, rz) : (near * (near - 1)) / slope;
  };

/** A rod from one point to another, whose thickness may change. */
export const rod =
  ([ax, ay, az]: Point, [bx, by, bz]: Point, start: number, end = start): Shape =>
  (x, y, z) => {
    const [dx, dy, dz] = [bx - ax, by - ay, bz - az];
    const along = clamp(((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz));
    return (
      hypot(x - ax - dx * along, y - ay - dy * along, z - az - dz * along) - start - (end - start) * along
    );
  };

/** Points on a smooth curve through these (Catmull-Rom), four for each. */
const curve = (points: Point[]): Point[] =>
  points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to;
    const [before, after] = [points[at - 1] ?? from, points[at + 2] ?? to];
    return [0, 0.25, 0.5, 0.75, ...(at === points.length - 2 ? [1] : [])].map((t): Point => {
      const on = (i: 0 | 1 | 2) =>
        from[i] +
        0.5 *
          t *
          (to[i] -
            before[i] +
            t *
              (2 * before[i] -
                5 * from[i] +
                4 * to[i] -
                after[i] +
                t * (3 * (from[i] - to[i]) + after[i] - before[i])));
      return [on(0), on(1), on(2)];
    });
  });

/** A smooth tail through these points, thinner towards its end. */
export const tail = (through: Point[], start: number, end: number): Shape => {
  const points = curve(through);
  const thickness = (at: number) => start + ((end - start) * at) / (points.length - 1);
  const rods = points.slice(1).map((to, at) => rod(points[at] ?? to, to, thickness(at), thickness(at + 1)));
  return join(...rods);
};

export const block =
  ([a, b, c]: Point, [wx, wy, wz]: Point, edge = 0.03): Shape =>
  (x, y, z) => {
    const [qx, qy, qz] = [abs(x - a) - wx + edge, abs(y - b) - wy + edge, abs(z - c) - wz + edge];
    return hypot(max(qx, 0), max(qy, 0), max(qz, 0)) + min(max(qx, qy, qz), 0) - edge;
  };

/** A ring around the axis z. */
export const ring =
  ([a, b, c]: Point, radius: number, thickness: number): Shape =>
  (x, y, z) =>
    hypot(hypot(x - a, y - b) - radius, z - c) - thickness;

/** A disc or cylinder around the axis y. */
export const drum =
  ([a, b, c]: Point, radius: number, half: number, edge = 0.02): Shape =>
  (x, y, z) => {
    const [side, top] = [hypot(x - a, z - c) - radius + edge, abs(y - b) - half + edge];
    return min(max(side, top), 0) + hypot(max(side, 0), max(top, 0)) - edge;
  };

export const join =
  (...shapes: Shape[]): Shape =>
  (x, y, z) =>
    shapes.reduce((least, shape) => min(least, shape(x, y, z)), Number.POSITIVE_INFINITY);

export const smoothMin = (a: number, b: number, k: number) => {
  const h = max(k - abs(a - b), 0) / k;
  return min(a, b) - (h * h * k) / 4;
};

/** Shapes that flow into each other. */
export const blend =
  (k: number, ...shapes: Shape[]): Shape =>
  (x, y, z) =>
    shapes.reduce((least, shape) => smoothMin(least, shape(x, y, z), k), 9);

export const cut =
  (shape: Shape, away: Shape, k = 0.02): Shape =>
  (x, y, z) =>
    -smoothMin(-shape(x, y, z), away(x, y, z), k);

/** Both halves of what has a left and a right: x is counted from the middle. */
export const mirrored =
  (shape: Shape): Shape =>
  (x, y, z) =>
    shape(abs(x), y, z);

export const bumpy =
  (shape: Shape, height: number, often: number): Shape =>
  (x, y, z) => {
    const distance = shape(x, y, z);
    return distance > 0.2
      ? distance - height
      : distance + height * sin(often * x) * sin(often * y) * sin(often * z);
  };

/** Turned about the upright axis, by degrees. */
export const turned = (shape: Shape, degrees: number): Shape => {
  const [c, s] = [cos((degrees * Math.PI) / 180), sin((degrees * Math.PI) / 180)];
  return (x, y, z) => shape(c * x - s * z, y, s * x + c * z);
};
export const rolled = (shape: Shape, degrees: number): Shape => {
  const [c, s] = [cos((degrees * Math.PI) / 180), sin((degrees * Math.PI) / 180)];
  return (x, y, z) => shape(c * x + s * y, -s * x + c * y, z);
};
export const pitched = (shape: Shape, degrees: number): Shape => {
  const [c, s] = [cos((degrees * Math.PI) / 180), sin((degrees * Math.PI) / 180)];
  return (x, y, z) => shape(x, c * y + s * z, -s * y + c * z);
};
