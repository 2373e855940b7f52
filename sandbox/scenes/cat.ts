/** A cat at the window. */
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
  sky,
  stars,
  times,
  type Scene,
} from '../paint.ts';

export const cat: Scene = (stage) => {
  const { palette, random, width, height, rich } = stage;
  const sill = height * 0.8;
  const x = width * random.pick([0.36, 0.5, 0.62]);
  const coat = random.pick(['#2c2433', '#c9783a', '#e9dcc8', '#6b6470']);
  const frame = mix(palette.ground, palette.near, 0.55);
  const moonX = width * (x > width / 2 ? 0.26 : 0.74);
  const hills = times(3, (index) =>
    shape(
      `M0 ${n(sill)}V${n(height * (0.56 + index * 0.07))}Q${n(width * (0.2 + index * 0.1))} ${n(height * (0.44 + index * 0.09))} ${n(width * 0.5)} ${n(height * (0.58 + index * 0.06))}T${n(width)} ${n(height * (0.54 + index * 0.08))}V${n(sill)}Z`,
      mix(palette.far, palette.near, index * 0.3),
    ),
  );
  const fur = radial(
    stage,
    [
      [0, lighter(coat, 0.3)],
      [0.6, coat],
      [1, darker(coat, 0.35)],
    ],
    [0.4, 0.3],
  );
  const stripes = rich
    ? times(4, (index) =>
        line(
          `M${-96 + index * 8} ${-210 + index * 50}q34 12 56 -4`,
          darker(coat, 0.4),
          12,
          'opacity="0.5"',
        ),
      )
    : '';
  const body =
    shape(
      'M-100 12Q-122 8 -124 -20C-150 -150 -110 -280 -40 -312H44C110 -270 150 -140 126 -20Q122 10 100 12Z',
      fur,
    ) +
    stripes +
    line('M96 -18C220 -10 262 -90 214 -150', coat, 42) +
    oval(-44, -14, 46, 24, lighter(coat, 0.16)) +
    oval(44, -14, 46, 24, lighter(coat, 0.16));
  const head =
    shape(
      'M-104 -350L-112 -470L-40 -424H40L112 -470L104 -350C104 -276 50 -250 0 -250S-104 -276 -104 -350Z',
      fur,
    ) +
    shape('M-94 -400L-98 -446L-60 -418ZM94 -400L98 -446L60 -418Z', '#e7a6a0', 'opacity="0.8"') +
    [-44, 44]
      .map(
        (eye) =>
          oval(eye, -350, 20, 22, '#f0cf5a') +
          oval(eye, -350, 7, 19, '#1a1208') +
          disc(eye - 5, -358, 5, '#ffffff'),
      )
      .join('') +
    shape('M-12 -318H12L0 -304Z', '#d9827f') +
    line('M0 -304V-292M-22 -288Q-8 -280 0 -292Q8 -280 22 -288', darker(coat, 0.5), 4) +
    line(
      'M-50 -306L-132 -318M-50 -296L-130 -290M50 -306L132 -318M50 -296L130 -290',
      lighter(coat, 0.5),
      3,
      'opacity="0.8"',
    );
  const pot =
    shape(
      `M${n(moonX - 70)} ${n(sill - 120)}H${n(moonX + 70)}L${n(moonX + 50)} ${n(sill)}H${n(moonX - 50)}Z`,
      linear(
        stage,
        [
          [0, lighter(palette.accent, 0.2)],
          [1, darker(palette.accent, 0.4)],
        ],
        'right',
      ),
    ) +
    times(11, (index) =>
      group(
        shape(
          'M0 0Q26 -90 0 -190Q-26 -90 0 0Z',
          mix('#3f8a55', palette.near, random.between(0, 0.4)),
        ),
        `transform="translate(${n(moonX)} ${n(sill - 118)}) rotate(${n(-66 + index * (132 / 10))})"`,
      ),
    );
  const bars =
    rect(0, 0, 46, sill, frame) +
    rect(width - 46, 0, 46, sill, frame) +
    rect(0, 0, width, 46, frame) +
    rect(width / 2 - 9, 0, 18, sill, frame) +
    rect(0, height * 0.36, width, 16, frame);
  const board = rect(
    0,
    sill,
    width,
    height - sill,
    linear(stage, [
      [0, lighter(frame, 0.32)],
      [0.15, lighter(frame, 0.12)],
      [1, darker(frame, 0.3)],
    ]),
  );
  return (
    sky(stage) +
    stars(stage, height * 0.4) +
    glow(stage, moonX, height * 0.22, 460, palette.light, 0.8) +
    disc(moonX, height * 0.22, 62, lighter(palette.light, 0.4)) +
    hills +
    bars +
    board +
    oval(x, sill + 36, 220, 24, '#000000', 'opacity="0.3"') +
    pot +
    group(body + head, `transform="translate(${n(x)} ${n(sill + 30)}) scale(1.25)"`) +
    glow(stage, moonX, height * 0.3, 800, palette.light, 0.2)
  );
};
