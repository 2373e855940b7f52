/** Kites over the roofs. */
import {
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
  rect,
  shape,
  sky,
  times,
  upTo,
  type Scene,
  type Stage,
} from '../paint.ts';

function kite(stage: Stage, x: number, y: number, size: number, angle: number): string {
  const { palette, random } = stage;
  const [one, two] = random.pick([
    [palette.accent, palette.accent2],
    ['#e5446d', '#ffd166'],
    ['#2a9d8f', '#f4f1de'],
    ['#5b5bd6', '#ffb703'],
    [palette.accent2, palette.accent],
  ] as const);
  const sail =
    shape(`M0 ${n(-size)}L${n(size * 0.78)} 0L0 ${n(size)}L${n(-size * 0.78)} 0Z`, one) +
    shape(`M0 ${n(-size)}L${n(size * 0.78)} 0H0Z`, two) +
    shape(`M0 ${n(size)}L${n(-size * 0.78)} 0H0Z`, two) +
    shape(`M0 ${n(-size)}L${n(size * 0.78)} 0L0 ${n(size)}Z`, '#000000', 'opacity="0.1"') +
    line(
      `M${n(-size * 0.78)} 0Q0 ${n(-size * 0.34)} ${n(size * 0.78)} 0M0 ${n(-size)}V${n(size)}`,
      darker(one, 0.4),
      size * 0.025,
    ) +
    shape(`M0 ${n(size * 0.82)}L${n(size * 0.26)} ${n(size * 1.3)}H${n(-size * 0.26)}Z`, one) +
    disc(0, 0, size * 0.15, '#fff8ea', 'opacity="0.85"');
  const tail = `M0 ${n(size * 1.2)}c${n(size * 0.7)} ${n(size * 0.8)} ${n(-size * 0.7)} ${n(size * 1.3)} 0 ${n(size * 2.2)}`;
  const ribbons =
    line(tail, two, size * 0.05) +
    times(4, (index) =>
      group(
        shape('M0 0L-14 -9V9ZM0 0L14 -9V9Z', index % 2 ? one : two),
        `transform="translate(${n((index % 2 ? -1 : 1) * size * 0.1)} ${n(size * (1.55 + index * 0.45))})"`,
      ),
    );
  return group(sail + ribbons, `transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})"`);
}

export const kites: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const roofs = height * 0.86;
  const sunX = width * random.between(0.2, 0.8);
  const clouds = upTo(stage, 8, 4, () =>
    cloud(
      stage,
      random.between(0, width),
      height * random.between(0.12, 0.72),
      random.between(130, 290),
      0.8,
    ),
  );
  const flying = upTo(stage, 9, 6, (index) => {
    // One large kite in front, the rest smaller and spread over the sky by thirds.
    const size = index === 0 ? random.between(120, 150) : random.between(34, 78);
    const x =
      index === 0
        ? width * random.between(0.35, 0.65)
        : width * (0.06 + (index % 5) * 0.22) + random.between(-50, 50);
    const y =
      index === 0
        ? height * random.between(0.26, 0.36)
        : height * (index % 2 ? random.between(0.08, 0.26) : random.between(0.46, 0.62));
    const thread = line(
      `M${n(x)} ${n(y)}Q${n(x + random.between(-60, 60))} ${n((y + roofs) / 2 + 80)} ${n(width * random.between(0.1, 0.9))} ${n(roofs)}`,
      lighter(palette.near, 0.3),
      1.6,
      'opacity="0.5"',
    );
    return thread + kite(stage, x, y, size, random.between(-32, 32));
  });
  let x = -20;
  let houses = '';
  while (x < width) {
    const [wide, tall] = [random.between(90, 190), random.between(30, 150)];
    const colour = mix(palette.near, palette.accent, random.between(0.05, 0.35));
    houses +=
      rect(
        x,
        roofs + 60 - tall,
        wide,
        height,
        linear(stage, [
          [0, lighter(colour, 0.14)],
          [1, darker(colour, 0.3)],
        ]),
      ) +
      rect(x - 4, roofs + 60 - tall, wide + 8, 12, lighter(colour, 0.25)) +
      times(Math.floor(wide / 46), (index) =>
        rect(
          x + 16 + index * 44,
          roofs + 92 - tall,
          18,
          28,
          random.chance(0.5) ? palette.accent2 : darker(colour, 0.4),
        ),
      );
    if (random.chance(0.6))
      houses += person(
        x + wide * 0.5,
        roofs + 60 - tall,
        random.between(46, 60),
        darker(palette.near, 0.25),
      );
    x += wide;
  }
  return (
    sky(stage) +
    glow(stage, sunX, height * 0.7, 680, palette.light, 0.9) +
    disc(sunX, height * 0.7, 66, lighter(palette.light, 0.4)) +
    clouds +
    flying +
    houses
  );
};

function person(x: number, foot: number, tall: number, colour: string): string {
  return (
    disc(x, foot - tall * 0.9, tall * 0.12, colour) +
    shape(
      `M${n(x - tall * 0.17)} ${n(foot)}L${n(x - tall * 0.13)} ${n(foot - tall * 0.72)}Q${n(x)} ${n(foot - tall * 0.84)} ${n(x + tall * 0.13)} ${n(foot - tall * 0.72)}L${n(x + tall * 0.17)} ${n(foot)}Z`,
      colour,
    ) +
    line(
      `M${n(x + tall * 0.1)} ${n(foot - tall * 0.68)}L${n(x + tall * 0.36)} ${n(foot - tall * 1.02)}M${n(x - tall * 0.1)} ${n(foot - tall * 0.68)}L${n(x + tall * 0.28)} ${n(foot - tall * 0.94)}`,
      colour,
      tall * 0.07,
    )
  );
}
