import { join } from 'node:path';
import sharp from 'sharp';
import { portraitSize as size } from '../content/people.ts';
import type { Point } from './shapes.ts';
import { type Sitter, sitters } from './sitters.ts';

// Renders the portraits of the sample people into content/portraits. Names as arguments render those alone.

const { abs, exp, hypot, max, min } = Math;
const samplesPerSide = 2;

const normalized = ([x, y, z]: Point): Point => {
  const length = hypot(x, y, z);
  return [x / length, y / length, z / length];
};
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
const scaled = (a: Point, by: number): Point => [a[0] * by, a[1] * by, a[2] * by];
const step = (low: number, high: number, value: number) => {
  const t = min(max((value - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
};

const key = normalized([-0.62, 0.82, 0.62]);
const fill = normalized([0.9, 0.25, 0.45]);
const beside = normalized([0.7, 0, 0.72]);

/** What a glaze mirrors: a window with a cross bar at the left, a strip of light at the right, the room. */
const room = (way: Point, wall: Point): Point => {
  const across = dot(way, beside);
  const pane =
    dot(way, key) > 0
      ? step(0.34, 0.3, abs(across)) *
        step(0.4, 0.44, way[1]) *
        step(0.88, 0.84, way[1]) *
        (1 - 0.8 * step(0.03, 0.015, abs(across))) *
        (1 - 0.8 * step(0.03, 0.015, abs(way[1] - 0.66)))
      : 0;
  const strip = step(0.12, 0.06, abs(way[0] - 0.88)) * step(0.6, 0.4, abs(way[1])) * step(-0.2, 0.2, way[2]);
  const light = 3.2 * pane + 0.9 * strip;
  const base = mix(scaled(wall, 0.3), scaled(wall, 0.95), step(-0.5, 0.9, way[1]));
  return [base[0] + light, base[1] + light, base[2] + light];
};

/** Where the camera stands, seen from what it looks at. */
const from: Point = [0, 0.93, 5.2];
const ahead = normalized(scaled(from, -1));
const above = normalized([0, -ahead[2], ahead[1]]);

/** The brightness that a point of the floor or the model gets from the window, with a soft edge of the shadow. */
const lit = (shape: Sitter['shape'], [x, y, z]: Point) => {
  let light = 1;
  for (let t = 0.03; t < 3.2; ) {
    const distance = shape(x + key[0] * t, y + key[1] * t, z + key[2] * t);
    light = min(light, (7 * distance) / t);
    if (light < 0.004) return 0;
    t += min(max(distance * 0.8, 0.02), 0.2);
  }
  return step(0, 1, light);
};

/** How open the surroundings of a point are, along its normal. */
const openness = (shape: Sitter['shape'], [x, y, z]: Point, [a, b, c]: Point) => {
  let closed = 0;
  for (let at = 1; at <= 5; at++) {
    const h = 0.075 * at;
    closed += max(h - shape(x + a * h, y + b * h, z + c * h), 0) / 2 ** at / h;
  }
  return 1 - min(closed, 1) * 0.85;
};

const shade = (
  { shape, glaze, pattern, wall = [0.8, 0.82, 0.8], aim = 0.02, floor = -1 }: Sitter,
  way: Point,
): Point => {
  const eye: Point = [from[0], from[1] + aim, from[2]];
  const backdrop = mix(scaled(wall, 0.74), scaled(wall, 1.02), step(-0.5, 0.32, way[1] + 0.12 * way[0]));
  // Every model is within 1.6 of the origin.
  const along = -dot(eye, way);
  const reach = 1.6 ** 2 - (dot(eye, eye) - along ** 2);
  let t = along - Math.sqrt(max(reach, 0));
  while (reach > 0 && t < along + Math.sqrt(reach)) {
    const at: Point = [eye[0] + way[0] * t, eye[1] + way[1] * t, eye[2] + way[2] * t];
    const distance = shape(...at);
    if (distance < 0.0012) {
      const e = 0.0015;
      const normal = normalized([
        shape(at[0] + e, at[1], at[2]) - shape(at[0] - e, at[1], at[2]),
        shape(at[0], at[1] + e, at[2]) - shape(at[0], at[1] - e, at[2]),
        shape(at[0], at[1], at[2] + e) - shape(at[0], at[1], at[2] - e),
      ]);
      const color = pattern && pattern(...at) > 0 ? scaled(glaze, 0.22) : glaze;
      const open = openness(shape, at, normal);
      const start: Point = [at[0] + normal[0] * 0.01, at[1] + normal[1] * 0.01, at[2] + normal[2] * 0.01];
      const direct = max((dot(normal, key) + 0.25) / 1.25, 0) * lit(shape, start);
      const diffuse =
        0.86 * direct + 0.2 * max(dot(normal, fill), 0) * open + open * (0.26 + 0.14 * normal[1]);
      const turn = -dot(normal, way);
      const mirror: Point = [
        way[0] + 2 * turn * normal[0],
        way[1] + 2 * turn * normal[1],
        way[2] + 2 * turn * normal[2],
      ];
      const gloss = (0.05 + 0.55 * (1 - max(turn, 0)) ** 5) * (0.25 + 0.75 * open);
      return mix(scaled(color, diffuse), room(mirror, wall), gloss);
    }
    if (at[1] < floor) break;
    t += max(distance * 0.75, 0.0015);
  }
  const down = (floor - eye[1]) / way[1];
  if (way[1] >= 0 || down > 12) return backdrop;
  const at: Point = [eye[0] + way[0] * down, floor, eye[2] + way[2] * down];
  const shadow = 0.35 + 0.65 * lit(shape, at);
  const near = openness(shape, at, [0, 1, 0]);
  const ground = scaled(wall, 0.98 * (0.45 + 0.55 * shadow) * (0.5 + 0.5 * near));
  return mix(ground, backdrop, step(5.6, 10.5, down));
};

const toByte = (value: number) =>
  Math.round(255 * min(max(1 - exp(-1.75 * value), 0) / 0.9, 1) ** (1 / 1.25));

const render = (sitter: Sitter) => {
  const { zoom = 1 } = sitter;
  const pixels = Buffer.alloc(size.width * size.height * 3);
  const scale = (1.46 / zoom / hypot(...from)) * (2 / size.width);
  for (let row = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++) {
      const sum: [number, number, number] = [0, 0, 0];
      for (let part = 0; part < samplesPerSide ** 2; part++) {
        const u = (column + ((part % samplesPerSide) + 0.5) / samplesPerSide - size.width / 2) * scale;
        const v =
          (size.height / 2 - row - (Math.floor(part / samplesPerSide) + 0.5) / samplesPerSide) * scale;
        const way = normalized([u, ahead[1] + v * above[1], ahead[2] + v * above[2]]);
        for (const [at, value] of shade(sitter, way).entries()) sum[at] = (sum[at] ?? 0) + toByte(value);
      }
      for (const [at, value] of sum.entries())
        pixels[(row * size.width + column) * 3 + at] = Math.round(value / samplesPerSide ** 2);
    }
  return sharp(pixels, { raw: { ...size, channels: 3 } }).jpeg({ quality: 82, mozjpeg: true });
};

const asked = process.argv.slice(2);
const folder = join(import.meta.dirname, '../../../content/portraits');
for (const [name, sitter] of Object.entries(sitters))
  if (asked.length === 0 || asked.includes(name)) await render(sitter).toFile(join(folder, `${name}.jpg`));
