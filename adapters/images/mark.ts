/** The visible AI label: a small tag in a lower corner of a picture, the right one if it is free. */
import { markOutlines } from './mark-outlines.ts';

/** The text in the person's language, or `short`, which is the same in all languages. */
export type MarkText = keyof typeof markOutlines;

/** Position of the tag on an image of this size, in pixels, and its text. */
export interface Mark {
  readonly left: number;
  readonly top: number;
  readonly svg: string;
}

const emsHigh = 2;
const capHeight = 0.72;
const paddingEms = 0.62;

/** Overlays on the image in the places of the tag. */
export interface Occupied {
  /** Pixels along the lower edge. */
  readonly bottom: number;
  readonly isRight: boolean;
}

const free: Occupied = { bottom: 0, isRight: false };

/**
 * Letters of at least 8 px, but never more than half the width of the image. Nothing covers the tag: it is
 * above what lies along the lower edge, and on the left when the right corner is taken.
 */
export function drawMark(
  text: MarkText,
  image: { width: number; height: number },
  occupied: Occupied = free,
): Mark {
  const { width: units, path } = markOutlines[text];
  const widthEms = units / 100 + 2 * paddingEms;
  const shorter = Math.min(image.width, image.height);
  const em = Math.min(Math.max(8, shorter / 46), image.width / 2 / widthEms);
  const width = Math.max(1, Math.round(widthEms * em));
  const height = Math.max(1, Math.round(emsHigh * em));
  const margin = Math.round(em * 0.8);
  const baseline = (height + capHeight * em) / 2;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" rx="${height / 2}" fill="#11141c" fill-opacity=".66"/>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${(height - 1) / 2}" fill="none" stroke="#fff" stroke-opacity=".35"/>
<path transform="translate(${paddingEms * em} ${baseline}) scale(${em / 100})" fill="#fff" d="${path}"/>
</svg>`;
  return {
    left: occupied.isRight ? margin : Math.max(0, image.width - width - margin),
    top: Math.max(0, image.height - occupied.bottom - height - margin),
    svg,
  };
}
