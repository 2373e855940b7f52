/** Ribbons and spheres. */
import {
  darker,
  disc,
  glow,
  lighter,
  line,
  linear,
  mix,
  n,
  radial,
  shape,
  sky,
  times,
  upTo,
  type Scene,
} from '../paint.ts';

export const abstract: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const colours = [
    palette.accent,
    palette.accent2,
    palette.sky[0],
    palette.sky[1],
    palette.far,
    palette.ground,
  ];
  const discs = upTo(stage, 7, 4, () => {
    const [x, y, size] = [
      width * random.between(0.08, 0.92),
      height * random.between(0.08, 0.92),
      random.between(70, 260),
    ];
    const colour = random.pick(colours);
    return (
      disc(
        x + size * 0.08,
        y + size * 0.14,
        size,
        radial(stage, [
          [0, '#05030f', 0.4],
          [0.75, '#05030f', 0.3],
          [1, '#05030f', 0],
        ]),
      ) +
      disc(
        x,
        y,
        size * 0.9,
        radial(
          stage,
          [
            [0, lighter(colour, 0.55)],
            [0.55, colour],
            [1, darker(colour, 0.4)],
          ],
          [0.36, 0.3],
        ),
      )
    );
  });
  const bands = 9;
  const start = height * random.between(0.3, 0.46);
  const bend = random.between(0.16, 0.32) * height;
  const swing = random.chance(0.5) ? 1 : -1;
  const ribbons = times(bands, (index) => {
    const t = index / (bands - 1);
    const colour = mix(
      mix(palette.accent2, palette.accent, Math.min(1, t * 2)),
      palette.sky[0],
      Math.max(0, t * 2 - 1),
    );
    const y = start + t * height * 0.62;
    const path = `M-20 ${n(y)}C${n(width * 0.28)} ${n(y - swing * bend)} ${n(width * 0.55)} ${n(y + swing * bend * 1.1)} ${n(width + 20)} ${n(y - swing * bend * (0.7 - t))}V${n(height + 20)}H-20Z`;
    const fill = linear(stage, [
      [0, lighter(colour, 0.38)],
      [0.12, colour],
      [1, darker(colour, 0.22)],
    ]);
    return (
      shape(path, '#05030f', 'opacity="0.14" transform="translate(0 -14)"') +
      shape(path, fill) +
      line(path, lighter(colour, 0.6), 2.4, 'opacity="0.55"')
    );
  });
  const dust = upTo(stage, 70, 20, () =>
    disc(
      random.between(0, width),
      random.between(0, height),
      random.between(1.5, 6),
      lighter(palette.light, 0.4),
      `opacity="${n(random.between(0.25, 0.9))}"`,
    ),
  );
  const arcs = times(3, (index) =>
    disc(
      width * 0.5,
      start * 0.5,
      130 + index * 46,
      'none',
      `stroke="${palette.light}" stroke-width="3" opacity="0.45"`,
    ),
  );
  return (
    sky(stage) +
    glow(stage, width * 0.5, start * 0.6, 620, palette.light, 0.75) +
    arcs +
    discs +
    ribbons +
    dust
  );
};
