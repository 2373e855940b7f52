/** A cup of chai on a table. */
import {
  bokeh,
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

function cup(stage: Stage, x: number, y: number, size: number): string {
  const { palette, random, rich } = stage;
  const glaze = random.pick([
    palette.accent,
    lighter(palette.sky[1], 0.2),
    '#f7ede0',
    mix(palette.accent2, palette.accent, 0.4),
  ]);
  const clay = linear(
    stage,
    [
      [0, darker(glaze, 0.3)],
      [0.22, lighter(glaze, 0.3)],
      [0.42, glaze],
      [1, darker(glaze, 0.5)],
    ],
    'right',
  );
  const saucer =
    oval(
      x,
      y + size * 0.93,
      size * 1.55,
      size * 0.34,
      darker(palette.near, 0.1),
      'opacity="0.35"',
    ) +
    oval(x, y + size * 0.86, size * 1.42, size * 0.32, clay) +
    oval(x, y + size * 0.83, size * 1.2, size * 0.25, darker(glaze, 0.16)) +
    oval(x, y + size * 0.84, size * 0.78, size * 0.16, darker(glaze, 0.4), 'opacity="0.6"');
  const handle = line(
    `M${n(x + size * 0.82)} ${n(y - size * 0.2)}C${n(x + size * 1.5)} ${n(y - size * 0.45)} ${n(x + size * 1.45)} ${n(y + size * 0.6)} ${n(x + size * 0.66)} ${n(y + size * 0.46)}`,
    darker(glaze, 0.22),
    size * 0.15,
  );
  const body = shape(
    `M${n(x - size)} ${n(y - size * 0.5)}C${n(x - size * 0.97)} ${n(y + size * 0.4)} ${n(x - size * 0.62)} ${n(y + size * 0.85)} ${n(x - size * 0.46)} ${n(y + size * 0.86)}Q${n(x)} ${n(y + size)} ${n(x + size * 0.46)} ${n(y + size * 0.86)}C${n(x + size * 0.62)} ${n(y + size * 0.85)} ${n(x + size * 0.97)} ${n(y + size * 0.4)} ${n(x + size)} ${n(y - size * 0.5)}Z`,
    clay,
  );
  const band = rich
    ? times(11, (index) =>
        disc(
          x - size * 0.8 + index * size * 0.16,
          y - size * 0.02 + Math.sin((index / 10) * Math.PI) * size * 0.16,
          size * 0.042,
          lighter(glaze, 0.6),
          'opacity="0.85"',
        ),
      )
    : '';
  const rim =
    oval(x, y - size * 0.5, size, size * 0.27, lighter(glaze, 0.35)) +
    oval(x, y - size * 0.5, size * 0.92, size * 0.225, darker(glaze, 0.35));
  const tea =
    oval(
      x,
      y - size * 0.45,
      size * 0.86,
      size * 0.18,
      radial(stage, [
        [0, '#d99a5b'],
        [0.7, '#b87239'],
        [1, '#85491f'],
      ]),
    ) + oval(x - size * 0.26, y - size * 0.49, size * 0.3, size * 0.05, '#f3cf9e', 'opacity="0.7"');
  const shine = shape(
    `M${n(x - size * 0.74)} ${n(y - size * 0.16)}Q${n(x - size * 0.7)} ${n(y + size * 0.35)} ${n(x - size * 0.5)} ${n(y + size * 0.6)}Q${n(x - size * 0.56)} ${n(y + size * 0.2)} ${n(x - size * 0.6)} ${n(y - size * 0.13)}Z`,
    '#ffffff',
    'opacity="0.4"',
  );
  return saucer + handle + body + band + rim + tea + shine;
}

function steam(stage: Stage, x: number, y: number, size: number): string {
  const { random } = stage;
  return times(4, (index) => {
    const at = x + (index - 1.5) * size * 0.26;
    const sway = random.between(0.18, 0.4) * size * (random.chance(0.5) ? 1 : -1);
    const tall = size * random.between(1.3, 2.1);
    const path = `M${n(at)} ${n(y)}C${n(at + sway)} ${n(y - tall * 0.3)} ${n(at - sway * 1.4)} ${n(y - tall * 0.6)} ${n(at + sway * 0.6)} ${n(y - tall)}`;
    return [0.34, 0.2, 0.1]
      .map((thick, layer) =>
        line(path, '#fffaf0', size * thick, `opacity="${0.05 + layer * 0.05}"`),
      )
      .join('');
  });
}

function treats(stage: Stage, table: number, cupX: number): string {
  const { palette, random, width, height } = stage;
  const side = cupX > width / 2 ? -1 : 1;
  const plateX = cupX + side * Math.min(width * 0.34, 380);
  const plateY = table + (height - table) * 0.5;
  const plate =
    oval(plateX, plateY + 16, 176, 52, palette.near, 'opacity="0.35"') +
    oval(plateX, plateY, 170, 50, '#f8f1e6') +
    oval(plateX, plateY - 3, 132, 36, '#e5d8c4');
  const biscuits = upTo(stage, 6, 4, (index) => {
    const [x, y] = [plateX - 74 + (index % 3) * 72, plateY - 14 - Math.floor(index / 3) * 26];
    return (
      oval(x, y + 9, 50, 20, '#8a5225') +
      oval(
        x,
        y,
        50,
        20,
        linear(stage, [
          [0, '#eec083'],
          [1, '#c98a47'],
        ]),
      ) +
      times(5, () => disc(x + random.between(-30, 30), y + random.between(-9, 9), 3.4, '#9c6430'))
    );
  });
  const leaves = upTo(stage, 7, 4, () => {
    const [x, y] = [
      cupX - side * random.between(170, 400),
      table + (height - table) * random.between(0.3, 0.9),
    ];
    return group(
      shape('M-34 0Q0 -22 38 0Q0 22 -34 0Z', mix('#3f7d4a', palette.ground, 0.3)) +
        line('M-30 0H34', '#dcebc8', 1.6),
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(random.between(-70, 70))})"`,
    );
  });
  return leaves + plate + biscuits;
}

export const stillLife: Scene = (stage) => {
  const { palette, random, width, height } = stage;
  const table = height * random.between(0.58, 0.64);
  const cupX = width * random.pick([0.36, 0.42, 0.6, 0.64]);
  const size = random.between(135, 165);
  const cupY = table + (height - table) * 0.16;
  const wall = rect(
    0,
    0,
    width,
    table,
    linear(stage, [
      [0, mix(palette.sky[0], palette.near, 0.35)],
      [0.6, palette.sky[1]],
      [1, palette.sky[2]],
    ]),
  );
  const lightX = width * random.between(0.1, 0.9);
  const grainColour = mix(mix('#7a4526', palette.ground, 0.25), palette.near, 0.1);
  const wood =
    rect(
      0,
      table,
      width,
      height - table,
      linear(stage, [
        [0, lighter(grainColour, 0.3)],
        [0.25, grainColour],
        [1, darker(grainColour, 0.45)],
      ]),
    ) +
    upTo(stage, 46, 18, () => {
      const y = table + random.next() ** 1.4 * (height - table);
      return line(
        `M${n(random.between(-200, width * 0.6))} ${n(y)}q${n(random.between(100, 300))} ${n(random.between(-6, 6))} ${n(random.between(300, 900))} 0`,
        random.chance(0.5) ? darker(grainColour, 0.35) : lighter(grainColour, 0.3),
        random.between(1, 3),
        'opacity="0.3"',
      );
    }) +
    rect(0, table, width, 5, lighter(grainColour, 0.5), 'opacity="0.6"');
  const reflection = oval(
    cupX,
    cupY + size * 1.25,
    size * 1.1,
    size * 0.4,
    lighter(palette.sky[2], 0.2),
    'opacity="0.12"',
  );
  return (
    wall +
    glow(stage, lightX, height * 0.2, 620, palette.light, 0.85) +
    bokeh(stage, 26, 14, table) +
    wood +
    glow(stage, lightX, table + 60, 520, palette.light, 0.3) +
    treats(stage, table, cupX) +
    reflection +
    cup(stage, cupX, cupY, size) +
    steam(stage, cupX, cupY - size * 0.5, size)
  );
};
