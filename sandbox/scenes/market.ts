/** Stalls with heaps of spice under strings of flags and lamps. */
import {
  arch,
  darker,
  disc,
  glow,
  lighter,
  line,
  linear,
  mix,
  n,
  oval,
  radial,
  rect,
  shape,
  sky,
  times,
  upTo,
  type Scene,
  type Stage,
} from '../paint.ts';

function stall(stage: Stage, x: number, foot: number, wide: number, tall: number): string {
  const { palette, random } = stage;
  const stripes = 8;
  const [first, second] = random.pick([
    [palette.accent, '#fff4dc'],
    [palette.accent2, '#fff8e8'],
    [mix(palette.accent, palette.near, 0.3), palette.accent2],
  ] as const);
  const roof = foot - tall;
  const awning = times(stripes, (index) => {
    const [left, right] = [x + (index / stripes) * wide, x + ((index + 1) / stripes) * wide];
    const inset = (at: number) => x + wide / 2 + (at - x - wide / 2) * 0.84;
    const drop = roof + tall * 0.26;
    return shape(
      `M${n(inset(left))} ${n(roof)}H${n(inset(right))}L${n(right)} ${n(drop)}A${n((right - left) / 2)} ${n((right - left) / 2)} 0 0 1 ${n(left)} ${n(drop)}Z`,
      index % 2 ? first : second,
    );
  });
  const shade = linear(stage, [
    [0, '#000000', 0],
    [1, '#1a0a14', 0.3],
  ]);
  const back = rect(
    x + 14,
    roof + tall * 0.1,
    wide - 28,
    tall * 0.9,
    linear(stage, [
      [0, darker(palette.near, 0.1)],
      [0.7, mix(palette.near, palette.accent, 0.35)],
      [1, mix(palette.near, palette.accent2, 0.3)],
    ]),
  );
  const heaps = times(5, (index) => {
    const colour = random.pick([
      palette.accent,
      palette.accent2,
      '#c8402f',
      '#e8a317',
      '#7c9a3c',
      '#a0522d',
      '#8f3b76',
    ]);
    const [at, half, top] = [
      x + wide * (0.12 + index * 0.19),
      wide * 0.1,
      foot - tall * random.between(0.43, 0.5),
    ];
    const heap = shape(
      `M${n(at - half)} ${n(foot - tall * 0.3)}Q${n(at - half * 0.3)} ${n(top)} ${n(at)} ${n(top)}Q${n(at + half * 0.3)} ${n(top)} ${n(at + half)} ${n(foot - tall * 0.3)}Z`,
      linear(
        stage,
        [
          [0, lighter(colour, 0.3)],
          [0.5, colour],
          [1, darker(colour, 0.3)],
        ],
        'right',
      ),
    );
    const grains = upTo(stage, 14, 0, () =>
      disc(
        at + random.between(-half * 0.55, half * 0.55),
        foot - tall * random.between(0.31, 0.37),
        2.4,
        lighter(colour, 0.45),
        'opacity="0.7"',
      ),
    );
    return heap + grains;
  });
  const counter =
    rect(
      x,
      foot - tall * 0.31,
      wide,
      tall * 0.06,
      lighter(mix(palette.near, palette.ground, 0.5), 0.25),
    ) +
    rect(
      x + 8,
      foot - tall * 0.25,
      wide - 16,
      tall * 0.26,
      linear(stage, [
        [0, mix(palette.ground, palette.accent, 0.3)],
        [1, darker(palette.ground, 0.45)],
      ]),
    ) +
    times(7, (plank) =>
      rect(
        x + 8 + plank * ((wide - 16) / 7),
        foot - tall * 0.25,
        3,
        tall * 0.26,
        palette.near,
        'opacity="0.4"',
      ),
    );
  const lamp =
    glow(stage, x + wide / 2, roof + tall * 0.36, wide * 0.42, palette.light, 0.7) +
    disc(x + wide / 2, roof + tall * 0.37, 11, lighter(palette.light, 0.6));
  return back + lamp + heaps + counter + awning + rect(x, roof, wide, tall * 0.26, shade);
}

export const market: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const street = height * 0.8;
  const houses = times(6, (index) => {
    const wide = width / 5;
    const [x, tall, colour] = [
      index * wide - wide * 0.5,
      height * random.between(0.5, 0.68),
      mix(palette.far, palette.sky[2], random.between(0.1, 0.5)),
    ];
    const windows = times(6, (at) =>
      arch(
        x + wide * (0.2 + (at % 3) * 0.3),
        street - tall * 0.58 - Math.floor(at / 3) * tall * 0.24 + 40,
        wide * 0.16,
        tall * 0.15,
        random.chance(0.4) ? palette.accent2 : mix(colour, palette.near, 0.55),
      ),
    );
    return (
      rect(
        x,
        street - tall,
        wide + 2,
        tall,
        linear(stage, [
          [0, lighter(colour, 0.15)],
          [1, darker(colour, 0.12)],
        ]),
      ) +
      rect(x - 5, street - tall, wide + 12, 16, lighter(colour, 0.3)) +
      windows
    );
  });
  const ground =
    rect(
      0,
      street,
      width,
      height - street,
      linear(stage, [
        [0, mix(palette.ground, palette.sky[2], 0.45)],
        [1, darker(palette.ground, 0.3)],
      ]),
    ) +
    upTo(stage, 60, 26, () =>
      oval(
        random.between(0, width),
        random.between(street + 8, height),
        random.between(20, 60),
        random.between(3, 8),
        random.chance(0.5) ? palette.light : palette.near,
        'opacity="0.1"',
      ),
    );
  const strings = times(3, (row) => {
    const [y, sag] = [height * (0.1 + row * 0.085), random.between(60, 120)];
    const flags = times(18, (index) => {
      const t = (index + 0.5) / 18;
      const [x, at, colour] = [
        t * width,
        y + 4 * t * (1 - t) * sag,
        random.pick([
          palette.accent,
          palette.accent2,
          '#ffffff',
          palette.ground,
          mix(palette.accent, palette.sky[0], 0.5),
        ]),
      ];
      return row === 1
        ? glow(stage, x, at + 8, 46, palette.light, 0.8) +
            disc(x, at + 8, 8, lighter(palette.light, 0.5))
        : shape(`M${n(x - 18)} ${n(at)}H${n(x + 18)}L${n(x)} ${n(at + 38)}Z`, colour);
    });
    return (
      line(`M0 ${n(y)}Q${n(width / 2)} ${n(y + sag * 2)} ${n(width)} ${n(y)}`, palette.near, 2.5) +
      flags
    );
  });
  const count = Math.max(2, Math.round(width / 520));
  const wide = width / count;
  const stalls = times(count, (index) =>
    stall(
      stage,
      index * wide + wide * 0.06,
      street + height * 0.07,
      wide * 0.88,
      height * random.between(0.44, 0.5),
    ),
  );
  const pots = upTo(stage, 9, 4, () => {
    const [x, y, size] = [
      random.between(0, width),
      height * random.between(0.93, 1.02),
      random.between(26, 50),
    ];
    return (
      oval(
        x,
        y,
        size,
        size * 0.82,
        radial(
          stage,
          [
            [0, lighter(palette.accent, 0.35)],
            [0.7, palette.accent],
            [1, darker(palette.accent, 0.45)],
          ],
          [0.35, 0.3],
        ),
      ) + oval(x, y - size * 0.74, size * 0.5, size * 0.15, darker(palette.accent, 0.55))
    );
  });
  return (
    sky(stage) +
    glow(stage, width * 0.5, height * 0.3, 700, palette.light, 0.7) +
    houses +
    ground +
    stalls +
    strings +
    pots
  );
};
