/** A rangoli with lamps around it. */
import {
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
  radial,
  rect,
  shape,
  times,
  upTo,
  type Scene,
  type Stage,
} from '../paint.ts';

function petals(
  stage: Stage,
  count: number,
  from: number,
  to: number,
  wide: number,
  colour: string,
): string {
  const fill = linear(stage, [
    [0, lighter(colour, 0.35)],
    [0.6, colour],
    [1, darker(colour, 0.3)],
  ]);
  const middle = (from + to) / 2;
  return times(count, (index) =>
    group(
      shape(
        `M0 ${n(-from)}C${n(wide)} ${n(-middle)} ${n(wide * 0.7)} ${n(-to * 0.94)} 0 ${n(-to)}C${n(-wide * 0.7)} ${n(-to * 0.94)} ${n(-wide)} ${n(-middle)} 0 ${n(-from)}Z`,
        fill,
      ) +
        (stage.rich
          ? line(`M0 ${n(-from - 8)}V${n(-to * 0.92)}`, lighter(colour, 0.55), 2.2, 'opacity="0.7"')
          : ''),
      `transform="rotate(${n((index * 360) / count)})"`,
    ),
  );
}

function diya(stage: Stage, x: number, y: number, size: number): string {
  const { palette } = stage;
  return (
    glow(stage, x, y - size * 0.8, size * 3.6, palette.accent2, 0.75) +
    shape(
      `M${n(x - size)} ${n(y - size * 0.2)}Q${n(x)} ${n(y + size * 1.1)} ${n(x + size)} ${n(y - size * 0.2)}Q${n(x)} ${n(y + size * 0.25)} ${n(x - size)} ${n(y - size * 0.2)}Z`,
      linear(stage, [
        [0, '#c96f3d'],
        [1, '#5e2a17'],
      ]),
    ) +
    shape(
      `M${n(x)} ${n(y - size * 1.6)}Q${n(x + size * 0.55)} ${n(y - size * 0.5)} ${n(x)} ${n(y - size * 0.1)}Q${n(x - size * 0.55)} ${n(y - size * 0.5)} ${n(x)} ${n(y - size * 1.6)}Z`,
      '#ffd36b',
    ) +
    shape(
      `M${n(x)} ${n(y - size)}Q${n(x + size * 0.26)} ${n(y - size * 0.4)} ${n(x)} ${n(y - size * 0.14)}Q${n(x - size * 0.26)} ${n(y - size * 0.4)} ${n(x)} ${n(y - size)}Z`,
      '#fffbe6',
    )
  );
}

export const mandala: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const [x, y] = [width / 2, height / 2];
  const floor = mix(palette.near, palette.sky[0], 0.5);
  const ground = rect(
    0,
    0,
    width,
    height,
    radial(stage, [
      [0, lighter(floor, 0.12)],
      [1, darker(floor, 0.35)],
    ]),
  );
  const colours = [
    palette.accent,
    palette.accent2,
    lighter(palette.sky[1], 0.1),
    '#fff5e2',
    mix(palette.accent, palette.sky[0], 0.45),
    palette.sky[2],
  ];
  const fold = random.pick([8, 12, 16]);
  const rings = 6;
  const reach = 450;
  const layers = times(rings, (index) => {
    const ring = rings - index;
    const to = (reach * ring) / rings;
    const from = to * random.between(0.42, 0.6);
    const count = fold * (ring > 2 ? 2 : 1);
    const colour = colours[(ring + fold) % colours.length] ?? palette.accent;
    const wide = (Math.PI * to) / count;
    const back = disc(
      0,
      0,
      to * 0.9,
      colours[(ring + fold + 3) % colours.length] ?? palette.accent2,
      'opacity="0.92"',
    );
    const beads = times(count, (bead) => {
      const angle = ((bead + 0.5) / count) * Math.PI * 2;
      return disc(
        Math.sin(angle) * to * 0.93,
        -Math.cos(angle) * to * 0.93,
        Math.max(4, wide * 0.16),
        '#fff8ea',
      );
    });
    return (
      back +
      group(
        petals(stage, count, from, to, wide, colour),
        `transform="rotate(${ring % 2 ? 0 : n(180 / count)})"`,
      ) +
      (ring > 1 ? beads : '')
    );
  });
  const scattered = upTo(stage, 150, 60, () => {
    const angle = random.between(0, Math.PI * 2);
    const far = random.between(480, 900);
    return group(
      oval(0, 0, 13, 8, random.pick([palette.accent, palette.accent2, '#fff1da', palette.sky[2]])),
      `transform="translate(${n(x + Math.cos(angle) * far)} ${n(y + Math.sin(angle) * far)}) rotate(${n(random.between(0, 180))})"`,
    );
  });
  const lamps = times(fold / 2, (index) => {
    const angle = ((index + 0.5) / (fold / 2)) * Math.PI * 2;
    return diya(stage, x + Math.sin(angle) * 474, y - Math.cos(angle) * 474 + 10, 25);
  });
  const heart =
    disc(
      0,
      0,
      46,
      radial(stage, [
        [0, '#fffbe6'],
        [0.5, palette.accent2],
        [1, palette.accent],
      ]),
    ) + petals(stage, 8, 6, 44, 12, palette.accent);
  return (
    ground +
    scattered +
    glow(stage, x, y, 660, palette.accent2, 0.5) +
    group(layers + heart, `transform="translate(${n(x)} ${n(y)})"`) +
    lamps
  );
};
