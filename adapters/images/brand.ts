/** A brand kit on a picture: the logo in a corner, and a strip with the contact along the edge. */
import type { OverlayOptions } from 'sharp';
import type { BrandPlacing } from '@sachet/shared/studio/contracts/brand';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';
import {
  createCanvas,
  encodeImage,
  renderOverlay,
  renderText,
  withImage,
  type Picture,
  type Refusal,
} from './engine.ts';
import { parseLabel } from './label.ts';
import { drawMark, type MarkText, type Occupied } from './mark.ts';

/** The kit as it is drawn. */
export interface DrawnBrand {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly mainColor: string;
  readonly secondColor: string;
  /** The bytes of a PNG from `makeLogo`; null without a logo. */
  readonly logo: Uint8Array | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The longest side of a stored logo, in pixels. */
const logoSideMax = 512;

/** A logo as it is stored: a PNG, with its transparency and, if AI made it, its label. */
export function makeLogo(bytes: Uint8Array): Promise<Picture | Refusal> {
  return withImage(bytes, (image, _measures, xmp) =>
    encodeImage(
      image
        .resize({
          width: logoSideMax,
          height: logoSideMax,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .toColourspace('srgb'),
      'image/png',
      parseLabel(xmp),
    ),
  );
}

/**
 * The kit alone, on a transparent PNG of that size. Where it covers the AI label of a picture, it has the label
 * in its new place, as a version does.
 */
export async function drawOverlay(
  brand: DrawnBrand,
  placing: BrandPlacing,
  size: Size,
  mark: MarkText | null,
): Promise<Picture> {
  const { overlays, occupied } = await drawBrand(brand, placing, size);
  if (mark && (occupied.bottom > 0 || occupied.isRight)) {
    const { svg, left, top } = drawMark(mark, size, occupied);
    overlays.push({ ...(await renderOverlay(svg)), left, top });
  }
  return encodeImage(createCanvas(size).composite(overlays), 'image/png', null);
}

/** `occupied` names the places that the AI label must leave free. */
export async function drawBrand(
  brand: DrawnBrand,
  { corner, logo: wantsLogo, strip: wantsStrip }: BrandPlacing,
  size: Size,
): Promise<{ overlays: OverlayOptions[]; occupied: Occupied }> {
  const shorter = Math.min(size.width, size.height);
  const isTop = corner.startsWith('top');
  const isRight = corner.endsWith('right');
  const margin = Math.round(shorter * 0.035);
  const logo = wantsLogo && brand.logo ? await drawLogo(brand.logo, shorter) : null;
  const strip = wantsStrip
    ? await drawStrip(brand, {
        size,
        isTop,
        isRight,
        margin,
        beside: logo ? logo.width + margin : 0,
      })
    : null;

  const overlays: OverlayOptions[] = [...(strip?.overlays ?? [])];
  // A logo that is higher than the strip keeps its margin to the edge of the picture and reaches beyond the strip.
  const inset =
    strip && logo ? Math.max(margin, Math.round((strip.height - logo.height) / 2)) : margin;
  if (logo) {
    const left = isRight ? size.width - logo.width - margin : margin;
    const top = isTop ? inset : size.height - logo.height - inset;
    overlays.push(
      ...logo.overlays.map((each) => ({ ...each, left: left + each.left!, top: top + each.top! })),
    );
  }
  const isInLowerRight = logo !== null && !isTop && isRight;
  return {
    overlays,
    occupied: { bottom: isTop ? 0 : (strip?.height ?? 0), isRight: isInLowerRight },
  };
}

/** On a white plate, so that every logo can be read on every picture. */
async function drawLogo(
  bytes: Uint8Array,
  shorter: number,
): Promise<{ overlays: OverlayOptions[]; width: number; height: number }> {
  const padding = Math.round(shorter * 0.014);
  const most = { width: Math.round(shorter * 0.26), height: Math.round(shorter * 0.15) };
  const drawn = await withImage(bytes, async (image) => {
    const { data, info } = await image
      .resize({ ...most, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { ok: true, data, info } as const;
  });
  if (!drawn.ok) throw new Error(`a stored logo is ${drawn.reason}`);
  const { data, info } = drawn;
  const width = info.width + 2 * padding;
  const height = info.height + 2 * padding;
  const plate = await renderOverlay(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" rx="${Math.round(padding * 1.2)}" fill="#fff" fill-opacity=".94"/></svg>`,
  );
  const { channels } = info;
  return {
    overlays: [
      { ...plate, left: 0, top: 0 },
      {
        input: data,
        raw: { width: info.width, height: info.height, channels },
        left: padding,
        top: padding,
      },
    ],
    width,
    height,
  };
}

/** Long contacts are written smaller, in this many steps at most. */
const textTries = 5;

async function drawStrip(
  brand: DrawnBrand,
  given: { size: Size; isTop: boolean; isRight: boolean; margin: number; beside: number },
): Promise<{ overlays: OverlayOptions[]; height: number }> {
  const { size, isTop, isRight, margin, beside } = given;
  const shorter = Math.min(size.width, size.height);
  const room = size.width - 2 * margin - beside;
  const highest = shorter * 0.2;
  let em = shorter * 0.046;
  let text = await drawContact(brand, em, { width: room, isRight });
  for (let tries = 1; tries < textTries && text.info.height > highest; tries++) {
    em *= 0.85;
    text = await drawContact(brand, em, { width: room, isRight });
  }
  const accent = Math.max(2, Math.round(shorter * 0.008));
  const padding = Math.round(shorter * 0.026);
  const height = Math.min(size.height, text.info.height + 2 * padding + accent);
  const { width } = size;
  const band = await renderOverlay(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${brand.mainColor}"/>
<rect y="${isTop ? height - accent : 0}" width="${width}" height="${accent}" fill="${brand.secondColor}"/></svg>`,
  );
  const top = isTop ? 0 : size.height - height;
  const left = isRight ? width - margin - beside - text.info.width : margin + beside;
  return {
    overlays: [
      { ...band, left: 0, top },
      {
        input: text.data,
        raw: { width: text.info.width, height: text.info.height, channels: 4 },
        left: Math.max(0, left),
        top: top + (isTop ? 0 : accent) + padding,
      },
    ],
    height,
  };
}

function drawContact(
  { name, phone, address, mainColor, secondColor }: DrawnBrand,
  em: number,
  { width, isRight }: { width: number; isRight: boolean },
) {
  const plain = readableOn(mainColor);
  const nameColor = contrast(mainColor, secondColor) >= contrastMin ? secondColor : plain;
  const contact = [phone, address].filter(Boolean).join('  ·  ');
  const lines = [
    toSpan(name, em, nameColor),
    ...(contact ? [toSpan(contact, em * 0.7, plain)] : []),
  ];
  return renderText(lines.join('\n'), { width, align: isRight ? 'right' : 'left' });
}

/** Pango counts a size in 1024ths of a point, which is a pixel at 72 dots per inch. */
function toSpan(text: string, pixels: number, color: string): string {
  return `<span size="${Math.round(Math.max(6, pixels) * 1024)}" foreground="${color}">${escapeMarkup(text)}</span>`;
}

/** WCAG 2: of large text. */
const contrastMin = 3;

const ink = '#11141c';
const paper = '#ffffff';

const readableOn = (color: string): string =>
  contrast(color, paper) >= contrast(color, ink) ? paper : ink;

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
