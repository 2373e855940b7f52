/** Google's hand: a landscape with the sun or the moon behind its subject, the title in its sky. */
import { gradient, isDark, mix, rays, upTo, type Stage } from './paint.ts';
import { cast, layout, meadow, row, title, weather } from './poster.ts';
import type { Subject } from './subjects.ts';

/** A soft line of hills from the left edge to the right one, closed below. */
function hills({ random, width, height }: Stage, y: number, swell: number, fill: string): string {
  const [a, b, c] = [0, 0, 0].map(() => random.between(-swell, swell)) as [number, number, number];
  const at = (x: number, rise: number) => `${width * x} ${y + rise}`;
  return `<path d="M0 ${height}L${at(0, a)}C${at(0.2, a - swell)} ${at(0.3, b + swell)} ${at(0.5, b)}S${at(0.8, c)} ${at(1, c)}V${height}Z" fill="${fill}"/>`;
}

export function landscape(stage: Stage, subject: Subject): string {
  const { width, height, palette, random } = stage;
  const { scenery, hero } = subject;
  const { words, picture, wide, bare } = layout(stage, subject, 70, 0.2);
  const horizon = height * (hero ? 0.68 : 0.78);
  const [top, middle, low] = palette.sky;
  const night = isDark(top, 0.15);
  const fill = (colour: string) => `<rect width="${width}" height="${height}" fill="${colour}"/>`;
  const sky = gradient(stage, 'linear', [
    [0, top],
    [0.5, middle],
    [0.8, low],
  ]);
  const glow = gradient(stage, 'radial', [
    [0, palette.light, 0.8],
    [0.4, palette.light, 0.4],
    [1, palette.light, 0],
  ]);
  const stars = upTo(
    stage,
    night ? 140 : 0,
    night ? 70 : 0,
    () =>
      `<circle cx="${random.next() * width}" cy="${random.next() * horizon}" r="${random.between(1, 4)}" fill="#fff8e0"/>`,
  );
  const sunX = picture.x + picture.width * (wide ? 0.5 : random.between(0.3, 0.7));
  const sun = `<g transform="translate(${sunX} ${horizon - 200})"><circle r="640" fill="${glow}"/>${
    stage.rich ? rays(16, 2600, palette.light, 0.1) : ''
  }<circle r="300" fill="${palette.light}" opacity="0.55"/><circle r="255" fill="${mix(palette.light, low, 0.35)}"/></g>`;
  const clouds = upTo(
    stage,
    5,
    3,
    () =>
      `<path d="M-150 0a40 40 0 0 1 40 -50a80 70 0 0 1 140 -20a60 50 0 0 1 80 30a40 40 0 0 1 40 40Z" fill="${mix(palette.light, middle, night ? 0.75 : 0.25)}" opacity="0.75" transform="translate(${random.next() * width} ${random.between(0.3, 0.85) * horizon}) scale(${random.between(0.7, 1.2)})"/>`,
  );
  const back = hero ? 250 : Math.min(480, width * 0.4);
  const behind = scenery
    ? row(stage, scenery.row, { x: 0, y: horizon - back + 40, width, height: back }) +
      `<rect width="${width}" height="${horizon + 40}" fill="${low}" opacity="${hero ? 0.22 : 0.08}"/>`
    : '';
  const floor = (colour: string) =>
    gradient(stage, 'linear', [
      [0, mix(colour, palette.light, 0.25)],
      [1, mix(colour, palette.near, 0.25)],
    ]);
  const waves = upTo(
    stage,
    60,
    26,
    () => `M${random.next() * width} ${random.between(horizon + 50, height)}q22 -14 45 0t45 0`,
  );
  const water = `<rect y="${horizon + 30}" width="${width}" height="${height}" fill="${floor(middle)}"/><path d="${waves}" fill="none" stroke="${palette.light}" stroke-width="5" opacity="0.4"/>`;
  const land = scenery?.water ? mix(palette.accent2, palette.light, 0.45) : floor(palette.ground);
  const tufts = upTo(
    stage,
    54,
    18,
    () =>
      `M${random.next() * width} ${random.between(0.83, 1) * height}m-12 -22q8 4 12 22q2 -22 14 -28`,
  );
  const ground =
    hills(stage, height * (scenery?.water ? 0.83 : 0.74), 34, land) +
    `<path d="${tufts}" fill="none" stroke="${mix(palette.ground, palette.near, 0.45)}" stroke-width="4" opacity="0.6"/>` +
    meadow(stage);
  const dark = bare ? night : isDark(top, 0.62);
  // A locked preview's strip lies on the topmost seventh.
  const titleTop = wide || bare ? words.y : height * 0.145;
  const over = wide ? 60 : titleTop + words.height + 10;
  const inks = dark ? [palette.light, mix(top, palette.near, 0.7)] : [palette.near, palette.light];
  return (
    fill(sky) +
    stars +
    sun +
    clouds +
    hills(stage, horizon - 40, 40, mix(palette.far, low, 0.3)) +
    behind +
    (scenery?.water ? water : '') +
    (scenery?.water && !hero ? '' : ground) +
    cast(stage, subject, { ...picture, y: over, height: height * 0.92 - over }) +
    weather(stage, subject) +
    title(
      subject.title,
      'round',
      { ...words, y: titleTop, size: bare ? 300 : 190 },
      inks as [string, string],
    )
  );
}
