/** Ridges that fade into the air, a sun, and pines. */
import {
  bird,
  cloud,
  darker,
  disc,
  glow,
  lighter,
  linear,
  mix,
  n,
  rect,
  ridge,
  shape,
  sky,
  stars,
  times,
  upTo,
  type Scene,
} from '../paint.ts';

function pine(x: number, foot: number, tall: number, colour: string): string {
  const tiers = times(4, (tier) => {
    const top = foot - tall + tier * tall * 0.2;
    const wide = tall * (0.11 + tier * 0.055);
    const low = top + tall * 0.34;
    return shape(
      `M${n(x)} ${n(top)}L${n(x + wide)} ${n(low)}Q${n(x)} ${n(low - tall * 0.05)} ${n(x - wide)} ${n(low)}Z`,
      colour,
    );
  });
  return tiers + rect(x - tall * 0.025, foot - tall * 0.1, tall * 0.05, tall * 0.12, colour);
}

export const mountains: Scene = (stage) => {
  const { palette, random, width, height, rich } = stage;
  const sunX = width * random.between(0.25, 0.75);
  const sunY = height * random.between(0.2, 0.36);
  const horizon = height * random.between(0.46, 0.54);
  const layers = 6;
  const backdrop =
    stars(stage, height * 0.5) +
    glow(stage, sunX, sunY, 620, palette.light, 0.75) +
    disc(sunX, sunY, random.between(58, 92), lighter(palette.light, 0.4)) +
    upTo(stage, 4, 2, () =>
      cloud(
        stage,
        random.between(0, width),
        height * random.between(0.1, 0.34),
        random.between(120, 230),
        0.55,
      ),
    );
  const ridges = times(layers, (index) => {
    const depth = (index + 1) / layers;
    const base = horizon + (height - horizon) * depth * 0.72;
    const colour = mix(mix(palette.far, palette.sky[2], 0.45), palette.near, depth ** 1.4);
    const fill = linear(stage, [
      [0, lighter(colour, 0.08)],
      [0.55, mix(colour, palette.sky[2], 0.35 * (1 - depth))],
      [1, colour],
    ]);
    const tall = height * (0.36 - depth * 0.2);
    const mist = rich
      ? rect(
          0,
          base - tall * 0.1,
          width,
          tall * 0.8,
          linear(stage, [
            [0, palette.sky[2], 0],
            [0.6, palette.sky[2], 0.26 * (1 - depth)],
            [1, palette.sky[2], 0],
          ]),
        )
      : '';
    return shape(ridge(stage, base, tall, 0.52 - depth * 0.06), fill) + mist;
  });
  const trees = upTo(stage, 34, 16, () => {
    // Taller towards the sides, so that the view stays open in the middle.
    const x = random.between(-20, width + 20);
    const side = Math.abs(x / width - 0.5) * 2;
    const tall = random.between(60, 110) + side ** 2 * random.between(90, 260);
    return pine(
      x,
      height * random.between(0.94, 1.03),
      tall,
      mix(darker(palette.near, 0.25), palette.ground, random.between(0, 0.22)),
    );
  });
  const birds = upTo(stage, 7, 3, () =>
    bird(
      sunX + random.between(-220, 220),
      sunY + random.between(-60, 140),
      random.between(10, 22),
      darker(palette.near, 0.1),
    ),
  );
  return sky(stage) + backdrop + birds + ridges + trees;
};
