/** Domes and minarets by a pond of lotuses. */
import {
  arch,
  disc,
  glow,
  group,
  lighter,
  line,
  linear,
  mix,
  n,
  oval,
  rect,
  shape,
  sky,
  stars,
  times,
  upTo,
  type Scene,
  type Stage,
} from '../paint.ts';

function dome(x: number, foot: number, wide: number, fill: string): string {
  const r = wide / 2;
  return (
    shape(
      `M${n(x - r * 0.82)} ${n(foot)}C${n(x - r * 1.35)} ${n(foot - r * 0.9)} ${n(x - r * 0.5)} ${n(foot - r * 1.45)} ${n(x)} ${n(foot - r * 1.95)}C${n(x + r * 0.5)} ${n(foot - r * 1.45)} ${n(x + r * 1.35)} ${n(foot - r * 0.9)} ${n(x + r * 0.82)} ${n(foot)}Z`,
      fill,
    ) +
    line(`M${n(x)} ${n(foot - r * 1.9)}V${n(foot - r * 2.4)}`, fill, r * 0.07) +
    disc(x, foot - r * 2.12, r * 0.09, fill)
  );
}

function palaceWalls(stage: Stage, foot: number, unit: number): string {
  const { palette, width, rich } = stage;
  const x = width / 2;
  const stone = linear(
    stage,
    [
      [0, lighter(palette.sky[2], 0.75)],
      [0.55, lighter(mix(palette.sky[1], palette.light, 0.4), 0.35)],
      [1, mix(palette.far, palette.sky[1], 0.4)],
    ],
    'right',
  );
  const shade = mix(palette.near, palette.far, 0.35);
  const lamp = linear(stage, [
    [0, mix(shade, palette.accent, 0.25)],
    [1, palette.accent2],
  ]);
  const minarets = [-1.75, 1.75].map((side) => {
    const at = x + side * unit;
    return (
      rect(at - unit * 0.07, foot - unit * 1.55, unit * 0.14, unit * 1.55, stone) +
      times(3, (ring) =>
        rect(at - unit * 0.11, foot - unit * (0.5 + ring * 0.5), unit * 0.22, unit * 0.05, stone),
      ) +
      dome(at, foot - unit * 1.55, unit * 0.2, stone)
    );
  });
  const small = [-0.72, 0.72].map(
    (side) =>
      rect(x + side * unit - unit * 0.2, foot - unit * 1.12, unit * 0.4, unit * 0.18, stone) +
      dome(x + side * unit, foot - unit * 1.1, unit * 0.4, stone),
  );
  const body =
    rect(x - unit * 1.12, foot - unit * 0.95, unit * 2.24, unit * 0.95, stone) +
    rect(x - unit * 0.42, foot - unit * 1.06, unit * 0.84, unit * 1.06, stone);
  const openings =
    arch(x, foot, unit * 0.5, unit * 0.84, shade) +
    arch(x, foot, unit * 0.36, unit * 0.68, lamp) +
    [-0.94, -0.64, 0.64, 0.94]
      .map((side) =>
        times(2, (floor) =>
          arch(
            x + side * unit,
            foot - unit * 0.08 - floor * unit * 0.44,
            unit * 0.18,
            unit * 0.34,
            floor ? shade : lamp,
          ),
        ),
      )
      .join('');
  const trim = rich
    ? times(24, (index) =>
        disc(
          x - unit * 1.08 + index * unit * 0.094,
          foot - unit * 0.955,
          unit * 0.022,
          palette.accent2,
        ),
      )
    : '';
  return (
    minarets.join('') +
    rect(x - unit * 0.3, foot - unit * 1.3, unit * 0.6, unit * 0.3, stone) +
    dome(x, foot - unit * 1.28, unit * 0.78, stone) +
    small.join('') +
    body +
    openings +
    trim +
    rect(x - unit * 2.1, foot - unit * 0.06, unit * 4.2, unit * 0.07, lighter(shade, 0.3))
  );
}

export const palace: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const shore = height * random.between(0.6, 0.66);
  const unit = Math.min(width * 0.2, shore * 0.36);
  const walls = palaceWalls(stage, shore, unit);
  const sunX = width * random.between(0.3, 0.7);
  const trees = upTo(stage, 46, 22, () => {
    const side = random.chance(0.5) ? random.between(-0.05, 0.2) : random.between(0.8, 1.05);
    const size = random.between(20, 60);
    return oval(
      width * side,
      shore - size * 0.5,
      size,
      size * random.between(0.7, 1.4),
      mix(palette.near, palette.ground, random.between(0, 0.6)),
    );
  });
  const water = rect(
    0,
    shore,
    width,
    height - shore,
    linear(stage, [
      [0, mix(palette.sky[2], palette.sky[1], 0.5)],
      [1, mix(palette.sky[0], palette.near, 0.45)],
    ]),
  );
  const lotuses = upTo(stage, 16, 7, () => {
    const depth = random.between(0.35, 1);
    const [x, y, size] = [
      random.between(0, width),
      shore + depth * (height - shore),
      12 + depth * 26,
    ];
    const bloom = times(5, (petal) =>
      oval(
        0,
        -size * 0.45,
        size * 0.2,
        size * 0.5,
        mix(palette.accent, '#ffffff', 0.25 + (petal % 2) * 0.3),
        `transform="rotate(${(petal - 2) * 30})"`,
      ),
    );
    return (
      oval(x, y, size * 1.5, size * 0.4, mix(palette.ground, palette.near, 0.5)) +
      group(bloom, `transform="translate(${n(x)} ${n(y)})"`)
    );
  });
  const ripples = upTo(stage, 90, 40, () =>
    oval(
      random.between(0, width),
      random.between(shore, height),
      random.between(20, 110),
      random.between(1, 2.5),
      palette.sky[2],
      'opacity="0.3"',
    ),
  );
  return (
    sky(stage) +
    stars(stage, height * 0.2) +
    glow(stage, sunX, shore * 0.5, 620, palette.light, 0.8) +
    disc(sunX, shore * 0.42, 74, lighter(palette.light, 0.35)) +
    walls +
    trees +
    water +
    group(walls + trees, `transform="translate(0 ${n(shore * 2)}) scale(1 -1)" opacity="0.36"`) +
    ripples +
    lotuses
  );
};
