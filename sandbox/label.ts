/** OpenAI's hand: the label of a matchbox, its subject in an eyelet of petals or rays. */
import { mix, rays, times, type Stage } from './paint.ts';
import { cast, layout, row, title, weather } from './poster.ts';
import type { Subject } from './subjects.ts';

const circle = 'M-1 0A1 1 0 0 1 1 0A1 1 0 0 1-1 0Z';
const arch = 'M-.96 .86V-.1C-.96-.75-.3-.7 0-1.04C.3-.7 .96-.75 .96-.1V.86Z';

/** In units of its radius; `edging` is around the outline. */
function eyelet({ random, palette, rich }: Stage): { outline: string; edging: string } {
  const kind = random.pick(['flower', 'star', 'arch']);
  const petals = random.pick([16, 20, 24, 28]);
  const outline = kind === 'arch' ? arch : circle;
  const petal = {
    flower: `<circle cy="-1" r="${2.6 / petals}"/>`,
    star: '<path d="M-.2-.9L0-1.17L.2-.9Z"/>',
    arch: '',
  }[kind];
  const around = times(
    petals,
    (index) =>
      `<g fill="${index % 2 ? palette.accent : palette.accent2}" transform="rotate(${(index * 360) / petals})">${petal}</g>`,
  );
  const border = (colour: string, width: number, more = '') =>
    `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" ${more}/>`;
  const rings =
    kind === 'arch' ? border(palette.accent, 0.22) + border(palette.accent2, 0.12) : around;
  const beads = border(
    palette.near,
    0.024,
    'stroke-dasharray="0 .072" stroke-linecap="round" transform="scale(.965)"',
  );
  return {
    outline,
    edging: `${rings}<path d="${outline}" fill="${palette.light}"/>${rich ? beads : ''}`,
  };
}

export function label(stage: Stage, subject: Subject): string {
  const { width, height, palette, random, rich } = stage;
  const { hero, scenery } = subject;
  const { words, picture, wide, bare } = layout(stage, subject, 84, 0.24);
  const area = wide ? picture : { ...picture, y: 84 };
  const radius = Math.min(area.width, area.height) * 0.44;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const paper = mix(palette.near, palette.accent, random.pick([0, 0.12, 0.3]));
  const { outline, edging } = eyelet(stage);
  stage.defs.push(
    `<clipPath id="eyelet"><path d="${outline}" transform="translate(${x} ${y}) scale(${radius * 0.93})"/></clipPath>`,
  );
  const fill = (colour: string, top = 0, tall = height) =>
    `<rect y="${top}" width="${width}" height="${tall}" fill="${colour}"/>`;
  const floor = y + radius * 0.5;
  const back = radius * (hero ? 0.75 : 1.2);
  const inside =
    fill(mix(palette.sky[2], palette.light, 0.4)) +
    `<g transform="translate(${x} ${y})">${rays(random.pick([12, 16, 20]), 2600, mix(palette.sky[2], palette.accent2, 0.45))}</g>` +
    (scenery
      ? row(stage, scenery.row, { x: x - radius, y: floor - back, width: radius * 2, height: back })
      : '') +
    (bare
      ? ''
      : fill(scenery?.water ? palette.sky[0] : palette.ground, floor) +
        fill(palette.accent2, floor, 14)) +
    weather(stage, subject);
  const arcs = times(
    rich ? 4 : 3,
    (arc) => `<circle r="${132 - arc * 32}" fill="${arc % 2 ? paper : palette.accent}"/>`,
  );
  const corners = times(
    4,
    (index) =>
      `<g transform="translate(${index % 2 ? width - 30 : 30} ${index > 1 ? height - 30 : 30})">${arcs}</g>`,
  );
  const frame = (inset: number, thickness: number, colour: string) =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="${colour}" stroke-width="${thickness}"/>`;
  const titleBox = bare
    ? { x: x - radius * 0.76, y: y - radius * 0.55, width: radius * 1.52, height: radius * 1.2 }
    : { ...words, y: wide ? words.y : area.y + area.height };
  const inks: [string, string] = bare
    ? [palette.near, palette.light]
    : [palette.light, mix(paper, '#000000', 0.5)];
  return (
    fill(paper) +
    corners +
    frame(15, 30, mix(palette.light, palette.accent2, 0.35)) +
    frame(42, 7, palette.accent2) +
    (rich ? frame(57, 3, palette.accent2) : '') +
    `<g transform="translate(${x} ${y}) scale(${radius})">${edging}</g><g clip-path="url(#eyelet)">${inside}</g>` +
    cast(stage, subject, {
      x: x - radius * 1.1,
      width: radius * 2.2,
      y: y - radius * 0.86,
      height: radius * 1.66,
    }) +
    title(subject.title, 'condensed', { ...titleBox, size: wide || bare ? 280 : 230 }, inks)
  );
}
