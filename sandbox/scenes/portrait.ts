/** A profile against a large disc. */
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
  shape,
  sky,
  times,
  upTo,
  type Scene,
} from '../paint.ts';

export const portrait: Scene = (stage) => {
  const { palette, random, width, height, rich } = stage;
  const unit = Math.min(width, height) / 1000;
  const x = width / 2;
  const top = height * 0.5 - 330 * unit;
  const flip = random.chance(0.5) ? -1 : 1;
  const halo =
    disc(
      x,
      height * 0.46,
      380 * unit,
      linear(stage, [
        [0, palette.accent2],
        [1, palette.accent],
      ]),
    ) +
    (rich
      ? times(48, (index) =>
          group(
            oval(0, -418 * unit, 8 * unit, 22 * unit, index % 2 ? palette.accent2 : palette.light),
            `transform="translate(${n(x)} ${n(height * 0.46)}) rotate(${n(index * 7.5)})"`,
          ),
        )
      : '');
  const skin = linear(
    stage,
    [
      [0, '#6f4028'],
      [0.5, '#a8673f'],
      [1, '#d89a68'],
    ],
    'right',
  );
  const face =
    'M-26 640C-26 560 -40 520 -70 470C-150 420 -170 300 -130 190C-90 80 60 60 128 130C160 165 166 215 160 250C158 268 170 290 186 322C192 336 184 344 168 346C166 358 170 366 168 374C172 384 170 392 164 398C168 410 166 416 158 424C164 452 150 478 110 478C92 478 76 474 66 484C58 520 62 580 84 640Z';
  const hair = random.chance(0.5)
    ? 'M150 170C130 60 -20 20 -110 90C-210 170 -200 330 -130 430C-110 450 -84 440 -76 412C-70 380 -84 350 -62 318C-40 286 -8 300 6 262C40 220 110 240 150 170ZM-150 330C-250 310 -270 420 -200 450C-150 466 -120 420 -130 380Z'
    : 'M152 168C130 50 -40 20 -120 100C-220 200 -180 360 -220 470C-250 560 -200 640 -130 660C-90 600 -50 520 -66 430C-70 380 -84 350 -62 318C-40 286 -8 300 6 262C40 220 110 240 152 168Z';
  const hairFill = linear(stage, [
    [0, lighter(palette.near, 0.14)],
    [1, darker(palette.near, 0.35)],
  ]);
  const drape = linear(
    stage,
    [
      [0, lighter(palette.accent, 0.12)],
      [0.5, palette.accent],
      [1, darker(palette.accent, 0.5)],
    ],
    'right',
  );
  const shoulders = shape(
    'M-430 2600V1100C-420 800 -280 690 -60 626C0 660 60 660 100 626C280 690 360 820 370 1100V2600Z',
    drape,
  );
  const border =
    line('M-330 2600C-330 1900 -320 1300 -300 1080C-220 820 -100 740 90 640', palette.accent2, 26) +
    line(
      'M-330 2600C-330 1900 -320 1300 -300 1080C-220 820 -100 740 90 640',
      darker(palette.accent, 0.3),
      5,
    ) +
    (rich
      ? times(16, (index) => disc(-286 + index * 24, 1050 - Math.sqrt(index) * 104, 5, '#fff3cf'))
      : '');
  const features =
    line('M96 262Q128 250 146 258', '#3a1d12', 9) +
    shape('M104 296Q128 282 148 294Q128 306 104 296Z', '#2a130b') +
    disc(128, 205, 9, '#c4242f') +
    line('M140 398Q156 396 164 400', '#8f3a32', 7) +
    oval(96, 372, 34, 24, '#e98f6a', 'opacity="0.25"');
  const jewel =
    disc(-10, 372, 13, palette.accent2) +
    disc(-10, 410, 20, palette.accent2) +
    disc(-10, 410, 10, palette.accent) +
    (rich
      ? times(9, (index) =>
          disc(-52 + index * 17, 600 + Math.sin((index / 8) * Math.PI) * 34, 9, palette.accent2),
        )
      : '');
  const flowers = upTo(stage, 7, 4, (index) =>
    disc(
      -150 - Math.cos(index) * 34,
      345 + index * 15,
      15,
      index % 2 ? '#fff8ec' : lighter(palette.accent2, 0.3),
    ),
  );
  const figure =
    shape(hair, hairFill, 'transform="translate(-6 0)"') +
    shoulders +
    shape(face, skin) +
    shape(hair, hairFill) +
    border +
    features +
    jewel +
    flowers;
  const leaves = upTo(stage, 26, 12, () => {
    const side = random.chance(0.5) ? random.between(-0.02, 0.14) : random.between(0.86, 1.02);
    const y = random.between(height * 0.42, height * 1.02);
    return group(
      shape(
        'M0 0Q60 -60 150 -30Q80 30 0 0Z',
        mix(palette.ground, palette.near, random.between(0.1, 0.7)),
        'opacity="0.92"',
      ),
      `transform="translate(${n(width * side)} ${n(y)}) rotate(${n(side < 0.5 ? random.between(-80, 10) : random.between(170, 260))}) scale(${n(random.between(0.7, 1.5))})"`,
    );
  });
  return (
    sky(stage) +
    bokeh(stage, 16, 9, height) +
    halo +
    leaves +
    group(
      figure,
      `transform="translate(${n(x)} ${n(top)}) scale(${(unit * flip).toFixed(3)} ${unit.toFixed(3)})"`,
    ) +
    glow(stage, x + flip * 330 * unit, top + 100, 480 * unit, palette.light, 0.4)
  );
};
