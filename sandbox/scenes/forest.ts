/** Trunks, rays of light and a path. */
import {
  darker,
  disc,
  glow,
  lighter,
  linear,
  mix,
  n,
  oval,
  ridge,
  shape,
  sky,
  times,
  upTo,
  type Scene,
} from '../paint.ts';

export const forest: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const lightX = width * random.between(0.3, 0.7);
  const layers = 4;
  const trunks = times(layers, (layer) => {
    const depth = (layer + 1) / layers;
    const colour = mix(
      mix(palette.far, palette.sky[2], 0.35),
      darker(palette.near, 0.1),
      depth ** 1.3,
    );
    const ground = shape(ridge(stage, height * (0.7 + depth * 0.2), height * 0.06, 0.5), colour);
    const trees = times(9 - layer, () => {
      const x = random.between(-30, width + 30);
      if (layer > layers - 3 && Math.abs(x - lightX) < width * 0.14) return '';
      const wide = 8 + depth ** 2 * random.between(20, 54);
      const lean = random.between(-20, 20);
      const trunk = shape(
        `M${n(x - wide)} ${n(height)}Q${n(x - wide * 0.5)} ${n(height * 0.8)} ${n(x - wide * 0.4 + lean)} -10H${n(x + wide * 0.4 + lean)}Q${n(x + wide * 0.5)} ${n(height * 0.8)} ${n(x + wide)} ${n(height)}Z`,
        linear(
          stage,
          [
            [0, lighter(colour, 0.12)],
            [0.35, colour],
            [1, darker(colour, 0.2)],
          ],
          'right',
        ),
      );
      return trunk;
    });
    const leaves = upTo(stage, 46, 28, () => {
      const x = random.between(0, width);
      const open = Math.abs(x - lightX) / width;
      return oval(
        x,
        random.between(-40, height * (0.12 + open * 0.42)),
        random.between(24, 64),
        random.between(16, 40),
        mix(colour, palette.ground, random.between(0.1, 0.6)),
        `opacity="${n(random.between(0.5, 0.9))}"`,
      );
    });
    return ground + trees + leaves;
  });
  const rays = upTo(stage, 7, 4, () => {
    const start = lightX + random.between(-200, 120);
    const shift = random.between(120, 420);
    const wide = random.between(20, 70);
    return shape(
      `M${n(start)} 0L${n(start + wide)} 0L${n(start + shift + wide * 3)} ${n(height)}L${n(start + shift)} ${n(height)}Z`,
      linear(stage, [
        [0, palette.light, 0.34],
        [1, palette.light, 0],
      ]),
    );
  });
  const path = shape(
    `M${n(lightX - 18)} ${n(height * 0.72)}Q${n(lightX + 70)} ${n(height * 0.82)} ${n(lightX - 170)} ${n(height)}H${n(lightX + 240)}Q${n(lightX + 150)} ${n(height * 0.82)} ${n(lightX + 22)} ${n(height * 0.72)}Z`,
    linear(stage, [
      [0, palette.light, 0.85],
      [1, mix(palette.accent2, palette.ground, 0.5), 0.85],
    ]),
  );
  const motes = upTo(stage, 60, 20, () =>
    disc(
      random.between(0, width),
      random.between(height * 0.2, height),
      random.between(1.5, 5),
      lighter(palette.accent2, 0.4),
      `opacity="${n(random.between(0.2, 0.8))}"`,
    ),
  );
  return (
    sky(stage) +
    glow(stage, lightX, height * 0.42, 700, palette.light, 0.95) +
    trunks +
    path +
    rays +
    motes
  );
};
