/** A version of a bought picture: fitted to a format, with a brand on it, and with its AI labels. */
import type { OverlayOptions, Sharp } from 'sharp';
import type { BrandPlacing } from '@sachet/shared/studio/contracts/brand';
import type { Fit } from '@sachet/shared/studio/contracts/version';
import type { FormatShape } from '@sachet/shared/studio/formats';
import { drawBrand, type DrawnBrand } from './brand.ts';
import {
  encodeImage,
  imageFromPixels,
  renderOverlay,
  withImage,
  type Picture,
  type Refusal,
} from './engine.ts';
import { parseLabel, type AiLabel } from './label.ts';
import { drawMark, type MarkText } from './mark.ts';

export interface VersionOptions {
  /** Null for the shape of the picture. */
  readonly shape: Pick<FormatShape, 'width' | 'height' | 'bytesMax' | 'density'> | null;
  readonly fit: Fit;
  readonly brand: { readonly kit: DrawnBrand; readonly placing: BrandPlacing } | null;
  readonly label: AiLabel;
  readonly mark: MarkText | null;
}

/**
 * A JPEG. `bytes` is the copy without a visible AI label, which is drawn last: no crop removes it, and no
 * brand covers it.
 */
export function renderVersion(
  bytes: Uint8Array,
  { shape, fit, brand, label, mark }: VersionOptions,
): Promise<Picture | Refusal> {
  return withImage(bytes, async (image, measures, xmp) => {
    const size = shape ?? measures;
    const plain = image.flatten({ background: '#fff' }).toColourspace('srgb');
    const { data, info } = await (
      fit === 'extend' ? extend(plain, size, measures) : cut(plain, size)
    ).then((fitted) => fitted.raw().toBuffer({ resolveWithObject: true }));
    const drawn = brand && (await drawBrand(brand.kit, brand.placing, info));
    const overlays: OverlayOptions[] = [...(drawn?.overlays ?? [])];
    if (mark) {
      const { svg, left, top } = drawMark(mark, info, drawn?.occupied);
      overlays.push({ ...(await renderOverlay(svg)), left, top });
    }
    const whole = await imageFromPixels(data, info)
      .composite(overlays)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const finished = () => imageFromPixels(whole.data, whole.info);
    // The picture's own label is the best source of its origin.
    const own = { ...label, sourceType: parseLabel(xmp)?.sourceType ?? label.sourceType };
    if (shape?.bytesMax) return encodeWithin(finished, shape.bytesMax, own);
    const sharpest = finished();
    if (shape?.density) sharpest.withDensity(shape.density);
    return encodeImage(sharpest, 'image/jpeg', own);
  });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Cut around the middle. */
const cut = (image: Sharp, { width, height }: Size): Promise<Sharp> =>
  Promise.resolve(image.resize({ width, height, fit: 'cover', kernel: 'lanczos3' }));

/** The whole picture, on an enlarged and blurred copy of itself. */
async function extend(image: Sharp, { width, height }: Size, picture: Size): Promise<Sharp> {
  const scale = Math.min(width / picture.width, height / picture.height);
  const whole = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const { data, info } = await image
    .clone()
    .resize({ ...whole, fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Blurred while it is small, which takes a fraction of the time.
  const small = await image
    .resize({
      width: Math.max(1, Math.round(width / backgroundScale)),
      height: Math.max(1, Math.round(height / backgroundScale)),
      fit: 'cover',
    })
    .blur(backgroundBlur)
    .modulate({ brightness: 0.86 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const background = await imageFromPixels(small.data, small.info)
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const merged = await imageFromPixels(background.data, background.info)
    .composite([
      {
        input: data,
        raw: { width: info.width, height: info.height, channels: info.channels },
        left: Math.floor((width - info.width) / 2),
        top: Math.floor((height - info.height) / 2),
      },
    ])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return imageFromPixels(merged.data, merged.info);
}

const backgroundScale = 12;
const backgroundBlur = 7;

/** JPEG qualities: the first is hardly worse than the picture, below the last one sees blocks. */
const [finest, middle, coarsest] = [82, 68, 54];
const triesMax = 6;

/** Lowers the quality first, then the size. The last try is returned even if it is larger. */
async function encodeWithin(open: () => Sharp, bytesMax: number, label: AiLabel): Promise<Picture> {
  const { width = 1 } = await open().metadata();
  for (let scale = 1, tries = 1; ; tries++) {
    const sized = () => open().resize({ width: Math.max(1, Math.round(width * scale)) });
    const at = (quality: number) => encodeImage(sized(), 'image/jpeg', label, quality);
    const fits = ({ bytes }: Picture) => bytes.length <= bytesMax;
    const fine = await at(finest);
    if (fits(fine)) return fine;
    const coarse = await at(coarsest);
    if (fits(coarse)) {
      const between = await at(middle);
      return fits(between) ? between : coarse;
    }
    if (tries === triesMax) return coarse;
    // The bytes of a JPEG grow with its pixels.
    scale *= Math.min(0.9, 0.95 * Math.sqrt(bytesMax / coarse.bytes.length));
  }
}
