/** A skyline at night, mirrored in the water. */
import {
  darker,
  disc,
  glow,
  group,
  lighter,
  linear,
  mix,
  n,
  oval,
  rect,
  sky,
  stars,
  times,
  upTo,
  type Scene,
  type Stage,
} from '../paint.ts';

function tower(
  stage: Stage,
  x: number,
  foot: number,
  wide: number,
  tall: number,
  colour: string,
  lit: number,
): string {
  const { palette, random } = stage;
  const top = foot - tall;
  const body = rect(
    x,
    top,
    wide,
    tall,
    linear(stage, [
      [0, lighter(colour, 0.1)],
      [1, darker(colour, 0.25)],
    ]),
  );
  const crown = random.chance(0.35)
    ? rect(x + wide * 0.46, top - tall * 0.14, wide * 0.06, tall * 0.15, colour) +
      disc(x + wide * 0.49, top - tall * 0.14, 4, palette.accent)
    : random.chance(0.5)
      ? rect(x + wide * 0.2, top - 20, wide * 0.6, 22, colour)
      : '';
  const column = 17;
  const row = 23;
  const columns = Math.floor((wide - 12) / column);
  const rows = Math.floor((tall - 24) / row);
  const windows = times(columns * rows, (index) => {
    if (!random.chance(lit)) return '';
    const glass = random.chance(0.78)
      ? mix(palette.light, palette.accent, random.between(0, 0.55))
      : palette.accent2;
    return rect(
      x + 9 + (index % columns) * column,
      top + 14 + Math.floor(index / columns) * row,
      8,
      12,
      glass,
      `opacity="${n(random.between(0.5, 1))}"`,
    );
  });
  return crown + body + windows;
}

function skyline(stage: Stage, foot: number): string {
  const { palette, random, width, height } = stage;
  const layers = 3;
  return times(layers, (layer) => {
    const depth = (layer + 1) / layers;
    const colour = mix(mix(palette.far, palette.sky[2], 0.25), palette.near, depth);
    let x = random.between(-60, 0);
    let row = '';
    while (x < width) {
      const wide = random.between(56, 130);
      const tall = height * random.between(0.1, 0.2 + (1 - depth) * 0.24 + 0.16);
      row += tower(stage, x, foot, wide, tall, colour, depth < 0.5 ? 0.16 : 0.4);
      x += wide + random.between(-6, 16);
    }
    return (
      row +
      rect(
        0,
        foot - height * 0.2,
        width,
        height * 0.2,
        linear(stage, [
          [0, palette.sky[2], 0],
          [1, palette.sky[2], 0.26 * (1.1 - depth)],
        ]),
      )
    );
  });
}

export const city: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const shore = height * random.between(0.66, 0.72);
  const moonX = width * random.between(0.2, 0.8);
  const moonY = height * random.between(0.12, 0.24);
  const buildings = skyline(stage, shore);
  const water = rect(
    0,
    shore,
    width,
    height - shore,
    linear(stage, [
      [0, mix(palette.sky[2], palette.near, 0.35)],
      [1, darker(palette.near, 0.2)],
    ]),
  );
  const mirrored = group(
    buildings,
    `transform="translate(0 ${n(shore * 2)}) scale(1 -1)" opacity="0.34"`,
  );
  const ripples = upTo(stage, 120, 50, () =>
    oval(
      random.between(0, width),
      random.between(shore, height),
      random.between(20, 120),
      random.between(1, 3),
      mix(palette.near, palette.sky[2], random.between(0, 0.6)),
      'opacity="0.4"',
    ),
  );
  const streaks = upTo(stage, 44, 20, () => {
    const y = shore + random.next() * (height - shore) * 0.75;
    return oval(
      random.between(0, width),
      y,
      random.between(5, 22),
      random.between(2, 4),
      random.pick([palette.light, palette.accent, palette.accent2]),
      `opacity="${n(random.between(0.3, 0.8))}"`,
    );
  });
  const bokeh = upTo(stage, 12, 0, () =>
    disc(
      random.between(0, width),
      height * random.between(0.86, 1),
      random.between(14, 44),
      random.pick([palette.accent, palette.accent2, palette.light]),
      'opacity="0.2"',
    ),
  );
  return (
    sky(stage) +
    stars(stage, height * 0.45) +
    glow(stage, width / 2, shore, width * 0.7, palette.accent, 0.34) +
    glow(stage, moonX, moonY, 300, palette.light, 0.6) +
    disc(moonX, moonY, 46, lighter(palette.light, 0.4)) +
    disc(moonX - 14, moonY - 8, 9, mix(palette.light, palette.far, 0.25)) +
    disc(moonX + 14, moonY + 12, 6, mix(palette.light, palette.far, 0.25)) +
    buildings +
    water +
    mirrored +
    ripples +
    streaks +
    rect(0, shore - 3, width, 5, palette.light, 'opacity="0.4"') +
    bokeh
  );
};
