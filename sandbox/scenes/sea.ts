/** A sun over the water, a sailing boat, palms. */
import {
  bird,
  cloud,
  darker,
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

function palm(x: number, foot: number, tall: number, lean: number, colour: string): string {
  const topX = x + lean;
  const topY = foot - tall;
  const trunk = line(
    `M${n(x)} ${n(foot)}Q${n(x + lean * 0.2)} ${n(foot - tall * 0.6)} ${n(topX)} ${n(topY)}`,
    colour,
    tall * 0.035,
  );
  const leaves = times(9, (index) => {
    const angle = Math.PI * (0.94 + (index / 8) * 1.12);
    const [across, up] = [Math.cos(angle), Math.sin(angle)];
    const long = tall * (0.46 - Math.abs(up) * 0.12);
    const droop = long * 0.42 * Math.abs(across);
    const [endX, endY] = [topX + across * long, topY + up * long * 0.7 + droop];
    const [midX, midY] = [topX + across * long * 0.5, topY + up * long * 0.7 - long * 0.14];
    return shape(
      `M${n(topX)} ${n(topY)}Q${n(midX)} ${n(midY - long * 0.06)} ${n(endX)} ${n(endY)}Q${n(midX - across * 6)} ${n(midY + long * 0.14)} ${n(topX)} ${n(topY)}Z`,
      colour,
    );
  });
  return trunk + leaves;
}

function boat(stage: Stage, x: number, y: number, size: number): string {
  const { palette } = stage;
  const hull = shape(
    `M${n(x - size)} ${n(y - size * 0.16)}Q${n(x)} ${n(y + size * 0.3)} ${n(x + size)} ${n(y - size * 0.2)}Q${n(x + size * 0.55)} ${n(y + size * 0.26)} ${n(x)} ${n(y + size * 0.25)}Q${n(x - size * 0.6)} ${n(y + size * 0.26)} ${n(x - size)} ${n(y - size * 0.16)}Z`,
    darker(palette.near, 0.15),
  );
  const sail = shape(
    `M${n(x - size * 0.04)} ${n(y - size * 1.55)}Q${n(x + size * 0.75)} ${n(y - size * 0.75)} ${n(x + size * 0.55)} ${n(y - size * 0.02)}L${n(x - size * 0.04)} ${n(y + size * 0.02)}Z`,
    linear(
      stage,
      [
        [0, lighter(palette.accent, 0.25)],
        [1, palette.accent],
      ],
      'right',
    ),
  );
  const mast = line(
    `M${n(x - size * 0.06)} ${n(y - size * 1.65)}V${n(y + size * 0.1)}`,
    palette.near,
    size * 0.05,
  );
  return (
    group(hull, `transform="translate(0 ${n(size * 0.05)})"`) +
    sail +
    mast +
    oval(x, y + size * 0.34, size * 1.1, size * 0.07, palette.near, 'opacity="0.3"')
  );
}

export const sea: Scene = (stage) => {
  const { palette, random, width, height, rich } = stage;
  const horizon = height * random.between(0.42, 0.54);
  const sunX = width * random.between(0.3, 0.7);
  const sunY = horizon - height * random.between(0.05, 0.2);
  const deep = mix(palette.sky[0], palette.near, 0.35);
  const water = rect(
    0,
    horizon,
    width,
    height - horizon,
    linear(stage, [
      [0, mix(palette.sky[2], palette.sky[1], 0.4)],
      [0.3, mix(palette.sky[1], deep, 0.45)],
      [1, deep],
    ]),
  );
  const waves = upTo(stage, 150, 70, () => {
    const depth = random.next() ** 1.6;
    const y = horizon + 4 + depth * (height - horizon);
    const long = 20 + depth * random.between(60, 170);
    const shade = random.chance(0.5) ? lighter(palette.sky[2], 0.2) : deep;
    return oval(
      random.between(0, width),
      y,
      long,
      1 + depth * 4,
      shade,
      `opacity="${n(random.between(0.1, 0.34))}"`,
    );
  });
  const glitter = upTo(stage, 120, 46, () => {
    const depth = random.next();
    const spread = 26 + depth * 150;
    return oval(
      sunX + random.between(-spread, spread) * random.next(),
      horizon + 3 + depth * (height - horizon) * 0.8,
      8 + depth * 26,
      1.2 + depth * 2.6,
      lighter(palette.light, 0.3),
      `opacity="${n(random.between(0.35, 0.95))}"`,
    );
  });
  const clouds = upTo(stage, 6, 3, () =>
    cloud(
      stage,
      random.between(0, width),
      horizon * random.between(0.15, 0.8),
      random.between(110, 260),
      0.5,
    ),
  );
  const sailing = boat(
    stage,
    width * (sunX > width / 2 ? random.between(0.36, 0.46) : random.between(0.54, 0.64)),
    horizon + (height - horizon) * random.between(0.2, 0.34),
    random.between(50, 84),
  );
  const shade = darker(palette.near, 0.3);
  const side = sunX > width / 2 ? 0 : 1;
  const shore = shape(
    `M${n(side * width)} ${n(height)}V${n(height * 0.9)}Q${n(width * (side ? 0.75 : 0.25))} ${n(height * 0.9)} ${n(width * (side ? 0.5 : 0.5))} ${n(height)}Z`,
    shade,
  );
  const lean = side ? -1 : 1;
  const palms =
    palm(width * (side ? 0.93 : 0.07), height * 0.96, height * 0.62, lean * 120, shade) +
    (rich
      ? palm(width * (side ? 0.86 : 0.14), height * 0.96, height * 0.44, lean * 90, shade)
      : '');
  return (
    sky(stage) +
    stars(stage, horizon) +
    glow(stage, sunX, sunY, 640, palette.light, 0.85) +
    clouds +
    disc(sunX, sunY, random.between(60, 90), lighter(palette.light, 0.45)) +
    times(5, () =>
      bird(
        random.between(width * 0.2, width * 0.8),
        horizon * random.between(0.3, 0.75),
        random.between(10, 20),
        palette.near,
      ),
    ) +
    water +
    waves +
    glitter +
    sailing +
    shore +
    palms
  );
};
