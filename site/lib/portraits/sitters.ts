// The test models behind the sample people, each as a signed distance function in a few lines: likenesses, not the models' own data.

import {
  ball,
  blend,
  block,
  bumpy,
  cut,
  drum,
  ellipsoid,
  join,
  mirrored,
  type Point,
  pitched,
  ring,
  rod,
  rolled,
  type Shape,
  smoothMin,
  tail,
  turned,
} from './shapes.ts';

const { abs, cos, hypot, max, min, sin, sqrt } = Math;

const cup = (width: number, height: number): Shape =>
  cut(
    blend(
      0.08,
      ellipsoid([0, 0.05, 0], [width, height, width]),
      drum([0, -height + 0.05, 0], width * 0.5, 0.06),
    ),
    join(ellipsoid([0, 0.12, 0], [width - 0.06, height, width - 0.06]), block([0, 1.2, 0], [2, 0.9, 2])),
    0.04,
  );

/** Teapots and cups stand on the floor at y = -1 and are two units high; heads and statues fill the same room. */
const teapot = blend(
  0.06,
  blend(0.1, ellipsoid([0, -0.42, 0], [0.72, 0.55, 0.72]), drum([0, -0.92, 0], 0.42, 0.06)),
  drum([0, -0.02, 0], 0.46, 0.05, 0.045),
  ellipsoid([0, 0.03, 0], [0.42, 0.16, 0.42]),
  blend(0.06, ball([0, 0.32, 0], 0.105), rod([0, 0.1, 0], [0, 0.3, 0], 0.05)),
  tail(
    [
      [0.55, -0.5, 0],
      [0.85, -0.38, 0],
      [0.98, -0.12, 0],
      [1.12, 0.06, 0],
    ],
    0.2,
    0.07,
  ),
  tail(
    [
      [-0.55, -0.08, 0],
      [-0.9, -0.06, 0],
      [-1.03, -0.25, 0],
      [-0.9, -0.52, 0],
      [-0.62, -0.68, 0],
    ],
    0.07,
    0.06,
  ),
);

const ear = (x: number, lean: number): Shape =>
  rolled(blend(0.1, ellipsoid([x, 0.95, -0.05], [0.15, 0.48, 0.1]), ball([x, 0.6, 0], 0.1)), lean);
const bunny = bumpy(
  blend(
    0.16,
    ellipsoid([-0.15, -0.5, -0.1], [0.66, 0.52, 0.56]),
    ellipsoid([-0.35, -0.62, 0.05], [0.4, 0.4, 0.55]),
    ellipsoid([0.28, 0.18, 0.12], [0.38, 0.34, 0.34]),
    ellipsoid([0.58, 0.08, 0.2], [0.18, 0.17, 0.18]),
    ball([-0.8, -0.58, -0.2], 0.2),
    rod([0.25, -0.5, 0.25], [0.42, -0.92, 0.38], 0.2, 0.12),
    rod([-0.35, -0.92, 0.42], [0.05, -0.94, 0.5], 0.12),
    ear(0.14, 16),
    ear(0.22, -6),
  ),
  0.006,
  15,
);

const wings = (span: number, up: number): Shape =>
  mirrored(
    blend(
      0.05,
      rod([0.12, 0.1, -0.18], [span, up, -0.35], 0.1, 0.05),
      rod([0.14, 0, -0.2], [span * 0.95, up - 0.34, -0.35], 0.1, 0.04),
      rod([0.14, -0.1, -0.2], [span * 0.75, up - 0.68, -0.32], 0.1, 0.04),
    ),
  );

const dragon = bumpy(
  join(
    blend(
      0.1,
      tail(
        [
          [0.72, 0.5, 0.25],
          [0.45, 0.62, 0.05],
          [0.18, 0.3, -0.1],
          [0.25, -0.15, 0.1],
          [-0.1, -0.35, 0.15],
          [-0.45, -0.3, -0.05],
          [-0.72, -0.55, -0.1],
          [-0.6, -0.85, 0.25],
          [-0.1, -0.92, 0.45],
        ],
        0.17,
        0.07,
      ),
      ellipsoid([0.1, -0.28, 0.1], [0.34, 0.3, 0.3]),
      rod([0.6, 0.5, 0.22], [0.98, 0.42, 0.38], 0.15, 0.1),
      rod([0.62, 0.4, 0.25], [0.9, 0.26, 0.36], 0.08, 0.05),
      rod([0.3, -0.35, 0.25], [0.55, -0.7, 0.4], 0.12, 0.07),
      rod([0.55, -0.7, 0.4], [0.42, -0.95, 0.5], 0.07),
      rod([-0.4, -0.4, 0.1], [-0.25, -0.95, 0.3], 0.14, 0.08),
      rod([0.3, -0.35, -0.1], [0.5, -0.95, -0.1], 0.12, 0.07),
    ),
    ...[0, 1, 2, 3, 4, 5].map((at) =>
      rod(
        [0.38 - at * 0.14, 0.62 - at * 0.16, -0.08],
        [0.3 - at * 0.17, 0.86 - at * 0.17, -0.2],
        0.05,
        0.008,
      ),
    ),
    rod([0.62, 0.6, 0.12], [0.42, 0.92, 0.02], 0.05, 0.015),
    rod([0.68, 0.58, 0.32], [0.5, 0.9, 0.3], 0.05, 0.015),
  ),
  0.007,
  26,
);

const asianDragon = bumpy(
  join(
    blend(
      0.08,
      tail(
        Array.from({ length: 11 }, (_, at): Point => {
          const t = at / 10;
          return [0.62 * sin(2.2 + t * 9), 0.72 - t * 1.6, 0.36 * cos(2.2 + t * 9)];
        }),
        0.2,
        0.06,
      ),
      ellipsoid([0.6, 0.82, -0.1], [0.3, 0.2, 0.2]),
      rod([0.75, 0.82, 0], [1, 0.72, 0.12], 0.13, 0.09),
      rod([0.2, 0.2, 0.4], [0.55, 0.05, 0.62], 0.09, 0.05),
      rod([-0.35, -0.4, 0.4], [-0.7, -0.6, 0.55], 0.09, 0.05),
    ),
    rod([0.5, 0.95, -0.15], [0.2, 1.2, -0.2], 0.05, 0.012),
    rod([0.58, 0.98, 0.02], [0.35, 1.25, 0.05], 0.05, 0.012),
    rod([0.98, 0.72, 0.16], [1.1, 0.45, 0.3], 0.025, 0.008),
  ),
  0.007,
  26,
);

const armadillo = bumpy(
  join(
    blend(
      0.12,
      ellipsoid([0, -0.2, 0], [0.36, 0.44, 0.3]),
      ellipsoid([0, 0.05, -0.12], [0.4, 0.38, 0.3]),
      ellipsoid([0, 0.5, 0.08], [0.23, 0.22, 0.24]),
      rod([0, 0.46, 0.2], [0, 0.36, 0.52], 0.12, 0.06),
      mirrored(rod([0.3, 0.18, 0], [0.68, 0.3, 0.18], 0.14, 0.1)),
      mirrored(rod([0.68, 0.3, 0.18], [0.78, 0.68, 0.32], 0.1, 0.08)),
      mirrored(rod([0.2, -0.5, 0], [0.38, -0.72, 0.15], 0.2, 0.13)),
      mirrored(rod([0.38, -0.72, 0.15], [0.42, -0.95, 0.05], 0.12)),
      mirrored(rod([0.42, -0.95, 0.05], [0.5, -0.95, 0.32], 0.1, 0.06)),
      tail(
        [
          [0, -0.5, -0.25],
          [-0.3, -0.8, -0.5],
          [-0.75, -0.85, -0.4],
        ],
        0.16,
        0.04,
      ),
    ),
    mirrored(ellipsoid([0.22, 0.82, 0.02], [0.08, 0.2, 0.05])),
    mirrored(rod([0.78, 0.68, 0.32], [0.7, 0.85, 0.42], 0.035, 0.012)),
    mirrored(rod([0.8, 0.68, 0.3], [0.84, 0.88, 0.34], 0.035, 0.012)),
  ),
  0.005,
  30,
);

const lucy = bumpy(
  blend(
    0.05,
    blend(0.15, rod([0, -0.95, 0], [0, 0.05, 0], 0.4, 0.17), ellipsoid([0, 0.16, 0], [0.2, 0.26, 0.16])),
    ellipsoid([0, 0.6, 0.03], [0.13, 0.16, 0.14]),
    rod([0, 0.35, 0], [0, 0.5, 0], 0.07),
    rod([0.18, 0.3, 0], [0.4, 0.62, 0.1], 0.08, 0.06),
    rod([0.4, 0.62, 0.1], [0.38, 0.98, 0.1], 0.06, 0.045),
    rod([0.38, 0.95, 0.1], [0.38, 1.2, 0.1], 0.03, 0.07),
    ellipsoid([0.38, 1.3, 0.1], [0.06, 0.12, 0.06]),
    rod([-0.18, 0.3, 0], [-0.34, -0.1, 0.12], 0.08, 0.06),
    wings(0.85, 0.72),
  ),
  0.005,
  26,
);

const thaiStatue = bumpy(
  join(
    drum([0, -0.92, 0], 0.62, 0.1),
    drum([0, -0.74, 0], 0.48, 0.09),
    blend(
      0.07,
      ellipsoid([0, -0.42, 0], [0.34, 0.28, 0.3]),
      mirrored(rod([0.12, -0.5, 0.2], [0.42, -0.6, 0.28], 0.13, 0.08)),
      ellipsoid([0, 0, 0], [0.26, 0.32, 0.2]),
      mirrored(rod([0.22, 0.18, 0], [0.56, 0.02, 0.2], 0.09, 0.06)),
      mirrored(rod([0.56, 0.02, 0.2], [0.66, 0.42, 0.22], 0.06, 0.05)),
      mirrored(rod([0.2, 0.1, 0.05], [0.36, -0.28, 0.32], 0.08, 0.05)),
      ellipsoid([0, 0.5, 0.03], [0.17, 0.2, 0.17]),
      mirrored(ellipsoid([0.2, 0.48, 0], [0.12, 0.15, 0.12])),
    ),
    drum([0, 0.72, 0], 0.2, 0.05),
    drum([0, 0.82, 0], 0.15, 0.05),
    rod([0, 0.85, 0], [0, 1.2, 0], 0.11, 0.015),
  ),
  0.005,
  34,
);

const hoof = (x: number, z: number) => rod([x, -0.4, z], [x, -0.94, z], 0.13, 0.1);
const cow = join(
  blend(
    0.12,
    ellipsoid([-0.1, -0.2, 0], [0.62, 0.38, 0.36]),
    rod([0.35, -0.05, 0], [0.55, 0.3, 0], 0.24, 0.22),
    ellipsoid([0.66, 0.36, 0], [0.27, 0.25, 0.24]),
    ellipsoid([0.9, 0.24, 0], [0.17, 0.16, 0.19]),
    ...[0.32, -0.5].flatMap((x) => [hoof(x, 0.18), hoof(x, -0.18)]),
    tail(
      [
        [-0.68, -0.05, 0],
        [-0.9, -0.2, 0.05],
        [-0.95, -0.5, 0.05],
      ],
      0.05,
      0.06,
    ),
  ),
  ...[1, -1].flatMap((side) => [
    rod([0.55, 0.52, 0.14 * side], [0.5, 0.76, 0.26 * side], 0.06, 0.02),
    ellipsoid([0.5, 0.38, 0.32 * side], [0.07, 0.08, 0.16]),
  ]),
);

const suzanne = blend(
  0.03,
  cut(
    blend(
      0.12,
      ellipsoid([0, 0.18, -0.1], [0.66, 0.6, 0.56]),
      ellipsoid([0, -0.3, 0.18], [0.36, 0.34, 0.36]),
      mirrored(ellipsoid([0.22, 0.2, 0.3], [0.25, 0.26, 0.2])),
      ellipsoid([0, -0.12, 0.5], [0.11, 0.1, 0.1]),
    ),
    join(
      mirrored(ball([0.22, 0.2, 0.54], 0.17)),
      mirrored(ball([0.05, -0.12, 0.6], 0.035)),
      pitched(block([0, -0.36, 0.55], [0.19, 0.018, 0.2], 0.01), 0),
    ),
    0.04,
  ),
  mirrored(ball([0.22, 0.2, 0.4], 0.14)),
  mirrored(
    cut(ellipsoid([0.82, 0.12, -0.12], [0.26, 0.3, 0.1]), ellipsoid([0.83, 0.12, 0], [0.17, 0.2, 0.1]), 0.04),
  ),
);

const fin = (from: Point, to: Point, wide: number): Shape => rod(from, to, wide, 0.02);
const fish = join(
  blend(
    0.1,
    ellipsoid([0.15, -0.2, 0], [0.62, 0.46, 0.32]),
    rod([-0.3, -0.2, 0], [-0.66, -0.12, 0], 0.22, 0.08),
    cut(
      join(ellipsoid([-0.88, 0.12, 0], [0.18, 0.34, 0.06]), ellipsoid([-0.88, -0.36, 0], [0.17, 0.3, 0.06])),
      ball([-1.16, -0.12, 0], 0.16),
      0.06,
    ),
    ellipsoid([0.05, 0.3, 0], [0.3, 0.24, 0.05]),
    mirrored(fin([0, -0.4, 0.28], [-0.25, -0.62, 0.5], 0.12)),
    fin([0.1, -0.38, 0.26], [-0.2, -0.62, 0.5], 0.11),
    fin([0.1, -0.38, -0.26], [-0.2, -0.62, -0.5], 0.11),
    ball([0.75, -0.24, 0], 0.13),
  ),
  ball([0.5, -0.02, 0.24], 0.09),
  ball([0.5, -0.02, -0.24], 0.09),
);

const lying = (shape: Shape): Shape => pitched(shape, 90);
const floatingDuck = join(
  blend(
    0.1,
    lying(ring([0, 0, 0.62], 0.62, 0.27)),
    rod([0.6, -0.55, 0], [0.62, -0.1, 0], 0.17, 0.15),
    ellipsoid([0.64, 0.1, 0], [0.26, 0.25, 0.25]),
    rod([0.85, 0.06, 0], [1.05, 0.04, 0], 0.1, 0.06),
    rod([-0.75, -0.5, 0], [-1.02, -0.12, 0], 0.16, 0.04),
  ),
  ball([0.74, 0.18, 0.18], 0.055),
  ball([0.74, 0.18, -0.18], 0.055),
);

const fandisk = turned(
  pitched(
    cut(
      cut(
        join(drum([0, -0.1, 0], 0.85, 0.42, 0.01), block([-0.3, -0.1, -0.5], [0.62, 0.42, 0.4], 0.01)),
        join(block([0.75, 0, 0.55], [0.5, 2, 0.6], 0.01), drum([0.2, 0.35, -0.1], 0.42, 0.32, 0.01)),
        0.005,
      ),
      join(block([-0.75, 0.35, 0.2], [0.35, 0.35, 0.9], 0.01), drum([0.2, 0, -0.1], 0.18, 2, 0.01)),
      0.005,
    ),
    28,
  ),
  35,
);

const rockerArm = turned(
  rolled(
    cut(
      blend(
        0.14,
        lying(drum([-0.05, 0, 0], 0.34, 0.46, 0.05)),
        rod([0, 0, 0], [0.82, 0.22, 0], 0.24, 0.2),
        lying(drum([0.86, 0, -0.24], 0.22, 0.24, 0.04)),
        rod([0, 0, 0], [-0.72, -0.3, 0], 0.25, 0.16),
        ellipsoid([-0.82, -0.38, 0], [0.2, 0.24, 0.26]),
      ),
      join(
        lying(drum([-0.05, 0, 0], 0.2, 1)),
        lying(drum([0.86, 0, -0.24], 0.11, 1)),
        ellipsoid([0.42, 0.36, 0], [0.24, 0.2, 0.12]),
      ),
      0.03,
    ),
    24,
  ),
  -28,
);

const arch = (x: number, bottom: number, wide: number, high: number): Shape =>
  join(
    block([x, bottom + high / 2, 0], [wide, high / 2, 0.5], 0.005),
    lying(drum([x, 0, -bottom - high], wide, 0.5, 0.005)),
  );
const atrium = turned(
  join(
    cut(
      block([0, 0.02, 0], [0.92, 0.96, 0.26], 0.015),
      join(
        ...[-0.58, 0, 0.58].map((x) => arch(x, -1.1, 0.22, 0.72)),
        ...[-0.72, -0.43, -0.145, 0.145, 0.43, 0.72].map((x) => arch(x, 0.18, 0.105, 0.36)),
      ),
      0.01,
    ),
    block([0, 0.06, 0], [0.98, 0.045, 0.31], 0.01),
    block([0, 0.94, 0], [0.98, 0.05, 0.31], 0.01),
    ...[-0.87, -0.29, 0.29, 0.87].flatMap((x) => [
      drum([x, -0.55, 0.27], 0.07, 0.42),
      drum([x, -0.13, 0.27], 0.11, 0.04),
      drum([x, -0.95, 0.27], 0.11, 0.05),
    ]),
  ),
  -30,
);

const hair = Array.from({ length: 46 }, (_, at): Shape => {
  const tilt = at * 2.399;
  const lean = 1 - (2 * (at + 0.5)) / 46;
  const flat = sqrt(1 - lean * lean);
  const [c, s] = [cos(tilt), sin(tilt)];
  return (x, y, z) => {
    const across = c * x + s * z;
    const depth = -s * x + c * z;
    const up = flat * y - lean * depth;
    const away = lean * y + flat * depth;
    return hypot(hypot(across, up) - 0.62 - 0.2 * sin(at * 1.7), away - 0.12 * sin(at * 3.1)) - 0.017;
  };
});
const hairball = join(ball([0, 0, 0], 0.3), ...hair);

const kitten = blend(
  0.1,
  ellipsoid([-0.05, -0.52, 0], [0.5, 0.5, 0.42]),
  ellipsoid([0.05, 0.25, 0.12], [0.42, 0.36, 0.36]),
  ellipsoid([0.08, 0.14, 0.42], [0.16, 0.12, 0.12]),
  rod([-0.22, 0.5, 0.05], [-0.3, 0.78, 0.02], 0.15, 0.02),
  rod([0.3, 0.5, 0.05], [0.4, 0.78, 0.02], 0.15, 0.02),
  rod([-0.12, -0.5, 0.36], [-0.12, -0.92, 0.46], 0.14, 0.12),
  rod([0.2, -0.5, 0.36], [0.2, -0.92, 0.46], 0.14, 0.12),
  tail(
    [
      [-0.45, -0.85, -0.1],
      [-0.82, -0.8, 0.05],
      [-0.92, -0.45, 0.1],
      [-0.75, -0.2, 0.1],
    ],
    0.12,
    0.08,
  ),
);

const gargoyle = join(
  block([0, -0.85, 0.02], [0.62, 0.15, 0.52], 0.04),
  bumpy(
    cut(
      blend(
        0.09,
        ellipsoid([0, -0.3, -0.08], [0.38, 0.44, 0.34]),
        ellipsoid([0, 0.3, 0.16], [0.27, 0.27, 0.28]),
        ellipsoid([0, 0.18, 0.42], [0.16, 0.1, 0.17]),
        mirrored(rod([0.12, 0.52, 0.08], [0.33, 0.92, -0.06], 0.09, 0.02)),
        mirrored(rod([0.24, 0.34, 0.05], [0.5, 0.45, -0.04], 0.08, 0.02)),
        mirrored(rod([0.22, -0.42, 0.05], [0.46, -0.3, 0.38], 0.17, 0.12)),
        mirrored(rod([0.46, -0.3, 0.38], [0.42, -0.66, 0.32], 0.11, 0.1)),
        mirrored(rod([0.3, 0, 0.06], [0.14, -0.66, 0.42], 0.1, 0.09)),
        wings(0.92, 0.86),
      ),
      mirrored(ball([0.12, 0.36, 0.42], 0.075)),
    ),
    0.006,
    19,
  ),
);

const mengerSponge: Shape = (x, y, z) => {
  const size = 0.78;
  let distance = max(abs(x), abs(y), abs(z)) - size;
  for (let scale = 1; scale < 27; scale *= 3) {
    const fold = (value: number) => {
      const t = (value / size) * scale;
      return abs(1 - 3 * abs(t - 2 * Math.floor(t / 2) - 1));
    };
    const [a, b, c] = [fold(x), fold(y), fold(z)];
    const hole = min(max(a, b), max(b, c), max(c, a)) - 1;
    distance = max(distance, (hole * size) / (3 * scale));
  }
  return distance;
};

/** The sheet that Enneper's surface bends into, drawn through points of it. */
const enneper = (() => {
  const points: Point[] = [];
  for (let u = -1.35; u <= 1.351; u += 0.09)
    for (let v = -1.35; v <= 1.351; v += 0.09)
      if (hypot(u, v) <= 1.4)
        points.push([
          (u - u ** 3 / 3 + u * v * v) * 0.42,
          (u * u - v * v) * 0.42,
          (v - v ** 3 / 3 + v * u * u) * 0.42,
        ]);
  const cells = new Map<string, Point[]>();
  const cell = (value: number) => Math.floor(value / 0.2);
  for (const point of points)
    for (const i of [-1, 0, 1])
      for (const j of [-1, 0, 1])
        for (const k of [-1, 0, 1]) {
          const key = `${cell(point[0]) + i},${cell(point[1]) + j},${cell(point[2]) + k}`;
          cells.set(key, [...(cells.get(key) ?? []), point]);
        }
  const patch: Shape = (x, y, z) =>
    (cells.get(`${cell(x)},${cell(y)},${cell(z)}`) ?? []).reduce(
      (least, [a, b, c]) => smoothMin(least, hypot(x - a, y - b, z - c) - 0.035, 0.05),
      0.12,
    );
  return patch;
})();

const teacup = join(
  blend(0.04, cup(0.62, 0.6), rolled(ring([0.66, -0.02, 0], 0.22, 0.055), 0)),
  cut(drum([0, -0.78, 0], 0.95, 0.08, 0.06), ellipsoid([0, -0.52, 0], [0.9, 0.24, 0.9]), 0.05),
  drum([0, -0.68, 0], 0.34, 0.08, 0.03),
);

/** How a model stands, and in which glaze. */
export interface Sitter {
  shape: Shape;
  glaze: Point;
  /** The glaze is dark where this is positive. */
  pattern?: Shape;
  /** The colour of the backdrop. */
  wall?: Point;
  zoom?: number;
  /** The height that the camera looks at. */
  aim?: number;
  /** Where the floor is, for a model that does not stand at -1. */
  floor?: number;
}

const celadon: Point = [0.3, 0.6, 0.51];
const persimmon: Point = [0.82, 0.24, 0.06];
const porcelain: Point = [0.84, 0.86, 0.82];
const ochre: Point = [0.72, 0.44, 0.11];
const terracotta: Point = [0.62, 0.32, 0.2];
const sky: Point = [0.2, 0.42, 0.6];
const rose: Point = [0.72, 0.34, 0.32];
const moss: Point = [0.22, 0.36, 0.15];
const slate: Point = [0.2, 0.27, 0.34];
const plum: Point = [0.34, 0.14, 0.28];

const pale: Point = [0.72, 0.83, 0.78];
const sand: Point = [0.84, 0.79, 0.7];
const mist: Point = [0.72, 0.78, 0.83];
const dusk: Point = [0.36, 0.48, 0.48];

const spots: Shape = (x, y, z) => sin(5.1 * x + 1) * sin(5.7 * y + 0.4) * sin(5.3 * z + 0.9) - 0.16;
const stripes: Shape = (x) => sin(15 * x + 1) - 0.7;
const band: Shape = (_x, y) => 0.03 - abs(y - 0.12);

/** By the names of the people, as files are named. */
export const sitters: Readonly<Record<string, Sitter>> = {
  'utah-teapot': { shape: turned(teapot, 24), glaze: persimmon, wall: pale, zoom: 1.18, aim: -0.34 },
  'stanford-bunny': { shape: turned(bunny, -24), glaze: terracotta, wall: mist, aim: 0.14 },
  'stanford-dragon': { shape: turned(dragon, -18), glaze: moss, wall: sand, zoom: 1.12, aim: -0.04 },
  armadillo: { shape: turned(armadillo, 22), glaze: slate, wall: pale, zoom: 1.12 },
  'stanford-armadillo': { shape: turned(armadillo, -38), glaze: ochre, wall: mist, zoom: 1.12 },
  lucy: { shape: turned(lucy, -14), glaze: porcelain, wall: dusk, zoom: 1.05, aim: 0.18 },
  'asian-dragon': { shape: turned(asianDragon, 12), glaze: persimmon, wall: sand, aim: 0.1 },
  'thai-statue': { shape: turned(thaiStatue, 10), glaze: ochre, wall: dusk, zoom: 1.1, aim: 0.1 },
  'spot-the-cow': {
    shape: turned(cow, -38),
    glaze: porcelain,
    pattern: spots,
    wall: celadon,
    zoom: 1.25,
    aim: -0.18,
  },
  suzanne: {
    shape: turned(suzanne, -22),
    glaze: terracotta,
    wall: pale,
    zoom: 1.15,
    aim: 0.02,
    floor: -0.66,
  },
  'blub-the-fish': {
    shape: turned(fish, -34),
    glaze: sky,
    pattern: stripes,
    wall: sand,
    zoom: 1.18,
    aim: -0.16,
    floor: -0.7,
  },
  'bob-the-ring': {
    shape: turned(floatingDuck, -35),
    glaze: ochre,
    wall: [0.42, 0.64, 0.72],
    zoom: 1.16,
    aim: -0.35,
  },
  fandisk: { shape: fandisk, glaze: slate, wall: sand, zoom: 1.1, aim: -0.1, floor: -0.78 },
  'rocker-arm': { shape: rockerArm, glaze: sky, wall: pale, zoom: 1.12, floor: -0.72 },
  'sponza-atrium': { shape: atrium, glaze: sand, wall: [0.44, 0.58, 0.66] },
  hairball: { shape: turned(hairball, 20), glaze: plum, wall: sand, zoom: 1.15, floor: -0.87 },
  gargoyle: { shape: turned(gargoyle, -26), glaze: slate, wall: sand, zoom: 1.17 },
  kitten: { shape: turned(kitten, -24), glaze: rose, wall: mist, zoom: 1.1, aim: -0.1 },
  'menger-sponge': { shape: turned(mengerSponge, 33), glaze: celadon, wall: sand, zoom: 1.08, floor: -0.79 },
  'enneper-surface': {
    shape: turned(pitched(enneper, 20), 30),
    glaze: celadon,
    wall: mist,
    zoom: 1.08,
    floor: -0.8,
  },
  'newell-teacup': {
    shape: turned(teacup, -30),
    glaze: porcelain,
    pattern: band,
    wall: celadon,
    zoom: 1.22,
    aim: -0.25,
    floor: -0.87,
  },
};
